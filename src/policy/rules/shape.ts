/** DW2xx: is the DaemonSet well made. What the API server would refuse, all at once and in words. */
import { targetNode } from '../../daemons/target-node.ts';
import { clipped } from '../../json/clipped.ts';
import { isEmptySelector } from '../../kube/matching/selectors.ts';
import { apiGroupOf } from '../../kube/metadata/type-meta.ts';
import type { DaemonSet } from '../../kube/objects.ts';
import { sameSelector, validateDaemonSet, validateDaemonSetUpdate } from '../../kube/validation/daemonset.ts';
import type { FieldError } from '../../kube/validation/field-error.ts';
import { defaultDaemonSet } from '../../kube/workloads/daemonset-defaults.ts';
import type { Finding } from '../finding.ts';
import type { ReasonCode } from '../reasons.ts';

/** Other groups have a DaemonSet with an update strategy of its own making. */
const STRATEGY_GROUPS: ReadonlySet<string> = new Set(['apps', 'extensions']);

/** What the API server makes of generateName: so much of it, and five random letters and digits. */
const LONGEST_PREFIX = 58;
const SUFFIX = 'x'.repeat(5);

const TEMPLATE = 'spec.template';
const POD = `${TEMPLATE}.spec`;
const LABELS = `${TEMPLATE}.metadata.labels`;

/** Which rule speaks for an error of the API: the first whose field is the error's or lies above it. */
const RULES: readonly (readonly [field: string, code: ReasonCode])[] = [
  ['spec.selector', 'DW202'],
  [LABELS, 'DW203'],
  [`${POD}.restartPolicy`, 'DW205'],
  ['spec.updateStrategy', 'DW206'],
  [`${POD}.activeDeadlineSeconds`, 'DW207'],
  [`${POD}.ephemeralContainers`, 'DW208'],
  ['metadata.name', 'DW209'],
  ['metadata.generateName', 'DW209'],
];

/** Fields of a pod spec that people write one level too high. */
const MISPLACED: readonly string[] = [
  'containers',
  'initContainers',
  'volumes',
  'tolerations',
  'nodeSelector',
  'affinity',
  'hostNetwork',
  'serviceAccountName',
  'priorityClassName',
  'restartPolicy',
  'terminationGracePeriodSeconds',
];

/** Whether a field beside the spec of a template is one that DW211 speaks of. */
export function isMisplaced(field: string): boolean {
  const [prefix, key = ''] = [field.slice(0, TEMPLATE.length + 1), field.slice(TEMPLATE.length + 1)];
  return prefix === `${TEMPLATE}.` && MISPLACED.includes(key);
}

/** Far more than anybody makes by mistake; an object of some hundred kilobytes may be made to have a hundred thousand. */
const MOST_ERRORS = 1_000;

/** Every DW2xx finding of a DaemonSet. `old` is given on update: then only what is wrong about the change counts. */
export function shapeFindings(daemonSet: DaemonSet, old?: DaemonSet): Finding[] {
  const errors = fieldErrors(daemonSet, old).slice(0, MOST_ERRORS);
  const findings = [
    ...selectorFindings(daemonSet, old),
    ...errors.flatMap((error) => findingFor(error, daemonSet)),
    ...templateFindings(daemonSet),
    ...pinFindings(daemonSet),
  ];
  return unique(findings);
}

function fieldErrors(daemonSet: DaemonSet, old: DaemonSet | undefined): FieldError[] {
  const defaulted = judged(daemonSet);
  if (old) return validateDaemonSetUpdate(defaulted, judged(old), { tolerateStored: true });
  const { name, generateName } = defaulted.metadata ?? {};
  if (name || !generateName) return validateDaemonSet(defaulted);
  // The name is made after the mutating hooks. Some prefixes pass, and no name that begins with them does: ".-".
  const metadata = { ...defaulted.metadata, name: `${generateName.slice(0, LONGEST_PREFIX)}${SUFFIX}` };
  return validateDaemonSet({ ...defaulted, metadata }).map((error) =>
    error.field === 'metadata.name'
      ? { ...error, field: 'metadata.generateName', value: generateName }
      : error,
  );
}

/** Without what no rule here speaks of: keys of annotations are most of the cost of a check, and nobody's finding. */
function judged(daemonSet: DaemonSet): DaemonSet {
  const { metadata, spec, ...rest } = defaultDaemonSet(daemonSet);
  const template = { ...spec?.template, metadata: { ...spec?.template?.metadata, annotations: null } };
  return { ...rest, metadata: { ...metadata, labels: null, annotations: null }, spec: { ...spec, template } };
}

function findingFor({ field, detail, value }: FieldError, { apiVersion, spec }: DaemonSet): Finding[] {
  const code = RULES.find(([prefix]) => field === prefix || field.startsWith(`${prefix}.`))?.[1];
  if (code === undefined) return [];
  // The API blames the labels when the selector is missing, and says so of the selector when it is empty or changed.
  if (field === 'spec.selector' || (code === 'DW203' && !spec?.selector)) return [];
  if (code === 'DW206' && !STRATEGY_GROUPS.has(apiGroupOf(apiVersion))) return [];
  const sides = code === 'DW203' && field === LABELS ? bothSides(spec) : undefined;
  return [{ code, field, detail: sides ?? `${detail}${shown(value)}` }];
}

/** What the selector asks for, and what the template has. */
function bothSides(spec: DaemonSet['spec']): string {
  const { matchLabels, matchExpressions } = spec?.selector ?? {};
  const wanted = [
    ...Object.entries(matchLabels ?? {}).map(([key, value]) => `${key}=${value}`),
    ...(matchExpressions ?? []).map(({ key, operator, values }) =>
      values?.length ? `${key} ${operator} (${values.join(', ')})` : `${key} ${operator}`,
    ),
  ];
  const labels = Object.entries(spec?.template?.metadata?.labels ?? {}).map(
    ([key, value]) => `${key}=${value}`,
  );
  return `the selector asks for ${listed(wanted)}, and the template has ${listed(labels)}`;
}

/** As many as somebody compares at a glance. */
const LABELS_SHOWN = 6;
const LONGEST_LABEL = 80;

function listed(labels: readonly string[]): string {
  if (labels.length === 0) return 'no label';
  const rest = labels.length > LABELS_SHOWN ? [`and ${labels.length - LABELS_SHOWN} more`] : [];
  return [...labels.slice(0, LABELS_SHOWN).map((label) => clipped(label, LONGEST_LABEL)), ...rest].join(', ');
}

function selectorFindings({ spec }: DaemonSet, old: DaemonSet | undefined): Finding[] {
  const field = 'spec.selector';
  const selector = spec?.selector;
  if (old && !sameSelector(selector, old.spec?.selector)) {
    return [{ code: 'DW204', field, detail: 'cannot be changed after creation' }];
  }
  if (!selector) return [{ code: 'DW201', field, detail: 'is missing' }];
  return isEmptySelector(selector) ? [{ code: 'DW201', field, detail: 'must not be empty' }] : [];
}

const ADD_TEMPLATE = 'add spec.template, with the labels of the selector and a container';
const ADD_CONTAINER = 'give spec.template.spec at least one container, indented below it and not beside it';

/** The API server has dropped misplaced fields before it asks us: then only their absence below spec shows. */
function templateFindings({ spec }: DaemonSet): Finding[] {
  const template: object = spec?.template ?? {};
  const misplaced = MISPLACED.filter((key) => Object.hasOwn(template, key));
  if (misplaced.length > 0) {
    const detail = `${misplaced.join(', ')} must stand below ${POD}`;
    return [{ code: 'DW211', field: `${TEMPLATE}.${misplaced[0]}`, detail }];
  }
  const pod: object = spec?.template?.spec ?? {};
  // A pod of Arktos is a virtual machine or has containers.
  if (spec?.template?.spec?.containers?.length || ('virtualMachine' in pod && pod.virtualMachine)) return [];
  if (!spec?.template)
    return [{ code: 'DW211', field: TEMPLATE, detail: 'is missing', remedy: ADD_TEMPLATE }];
  const remedy = ADD_CONTAINER;
  if (!spec.template.spec) return [{ code: 'DW211', field: POD, detail: 'is missing', remedy }];
  return [{ code: 'DW211', field: `${POD}.containers`, detail: 'has no container', remedy }];
}

function pinFindings({ spec }: DaemonSet): Finding[] {
  const pod = spec?.template?.spec ?? {};
  const target = targetNode(pod);
  if (target === null) return [];
  const field = pod.nodeName ? `${POD}.nodeName` : `${POD}.affinity.nodeAffinity`;
  return [{ code: 'DW210', field, detail: `pins every pod to node ${JSON.stringify(target)}` }];
}

/** The API repeats itself: a restart policy can be unknown and not Always, in two errors about one field. */
function unique(findings: Finding[]): Finding[] {
  if (findings.length < 2) return findings;
  return [...new Map(findings.map((finding) => [`${finding.code} ${finding.field}`, finding])).values()];
}

/** Values longer than this would hide the message. */
const LONGEST_VALUE = 60;

function shown(value: unknown): string {
  if (value === undefined || value === null || typeof value === 'object') return '';
  const text = JSON.stringify(value);
  return `, found ${text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text}`;
}
