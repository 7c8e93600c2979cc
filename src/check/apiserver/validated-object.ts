/** What the API server refuses in an object that it has decoded, for the kinds whose rules are known here. */
import { isObject, type JsonObject } from '../../json/object.ts';
import { valueAt } from '../../json/path.ts';
import { compileLabelSelector, isEmptySelector } from '../../kube/matching/selectors.ts';
import { groupKindOf, type TypeMeta } from '../../kube/metadata/type-meta.ts';
import { readDaemonSet, readOrder, readPod } from '../../kube/object-schema.ts';
import type { PodSpec } from '../../kube/objects.ts';
import { ORDER_GROUP, ORDER_KIND } from '../../kube/orders.ts';
import { validateDaemonSet } from '../../kube/validation/daemonset.ts';
import {
  type FieldError,
  forbidden,
  invalid,
  notSupported,
  required,
} from '../../kube/validation/field-error.ts';
import { validateMetadata } from '../../kube/validation/metadata.ts';
import { isSet, objectAt } from '../../kube/validation/pod/fields.ts';
import { selectorIn } from '../../kube/validation/pod/pod-affinity.ts';
import { validatePodDetails } from '../../kube/validation/pod/pod-spec.ts';
import { validateLabelSelector } from '../../kube/validation/selector.ts';
import { validatePodSpec, validateTemplate } from '../../kube/validation/template.ts';
import { defaultDaemonSet } from '../../kube/workloads/daemonset-defaults.ts';
import { templatePathOf } from '../../kube/workloads/workload-kinds.ts';
import { validateOrder } from '../../orders/api/validate-order.ts';

/** As many as a report can hold; nobody reads more of one object. */
const MOST_ERRORS = 1_000;

/** Which restart policies a workload takes; the first is what the API server fills in. */
const RESTARTS: Readonly<Record<string, readonly string[]>> = {
  'batch/Job': ['OnFailure', 'Never'],
  'batch/CronJob': ['OnFailure', 'Never'],
};
const ALWAYS = ['Always'];

/** Those whose selector has to match their template. */
const SELECTING: ReadonlySet<string> = new Set(['apps/Deployment', 'apps/ReplicaSet', 'apps/StatefulSet']);

export function validateManifest(type: TypeMeta, content: JsonObject): FieldError[] {
  const kind = groupKindOf(type);
  const template = templatePathOf(type);
  if (kind === 'apps/DaemonSet') return daemonSetErrors(content).slice(0, MOST_ERRORS);
  if (kind === '/Pod') return podErrors(content).slice(0, MOST_ERRORS);
  if (kind === `${ORDER_GROUP}/${ORDER_KIND}`) return orderErrors(content).slice(0, MOST_ERRORS);
  return template === undefined ? [] : workloadErrors(kind, content, template).slice(0, MOST_ERRORS);
}

/** The API server calls a generated name by the field that it is in when it is stored. */
const GENERATED_SUFFIX = 'xxxxx';

/** With the name and the namespace that it is stored under. */
function named(content: JsonObject): JsonObject {
  const given = objectAt(content, 'metadata');
  // Which one does not matter here, only that kubectl fills it in.
  const metadata = { ...given, namespace: given.namespace || 'default' };
  const { name, generateName } = given;
  if (name || typeof generateName !== 'string' || generateName === '') return metadata;
  return { ...metadata, name: `${generateName}${GENERATED_SUFFIX}` };
}

function daemonSetErrors(content: JsonObject): FieldError[] {
  const typed = readDaemonSet({ ...content, metadata: named(content) });
  const template = asObject(valueAt(content, ['spec', 'template', 'spec']));
  return [
    ...(typed.ok ? validateDaemonSet(defaultDaemonSet(typed.value)) : []),
    ...validatePodDetails(template, 'spec.template.spec', false),
  ];
}

function podErrors(content: JsonObject): FieldError[] {
  const typed = readPod({ ...content, metadata: named(content) });
  if (!typed.ok) return [];
  const spec = typed.value.spec ?? {};
  return [
    ...validateMetadata(typed.value.metadata),
    ...validatePodSpec(restarting(spec, 'Always'), 'spec', false),
    ...validatePodDetails(objectAt(content, 'spec'), 'spec', true),
    ...(spec.ephemeralContainers?.length
      ? [forbidden('spec.ephemeralContainers', 'must not be set on a new pod')]
      : []),
  ];
}

function orderErrors(content: JsonObject): FieldError[] {
  const typed = readOrder({ metadata: named(content) });
  return [...(typed.ok ? validateMetadata(typed.value.metadata) : []), ...validateOrder(content)];
}

function workloadErrors(kind: string, content: JsonObject, path: readonly string[]): FieldError[] {
  const field = path.join('.');
  const typed = readPod({ metadata: named(content) });
  const template = readPod(asObject(valueAt(content, path)));
  if (!typed.ok || !template.ok) return [];
  const { metadata, spec } = template.value;
  const restarts = RESTARTS[kind] ?? ALWAYS;
  const isBatch = Object.hasOwn(RESTARTS, kind);
  const defaulted = restarting(spec ?? {}, 'Always');
  const policy = defaulted.restartPolicy ?? '';
  return [
    ...validateMetadata(typed.value.metadata),
    ...(SELECTING.has(kind) ? selectorErrors(content, metadata?.labels) : []),
    ...validateTemplate({ ...(metadata && { metadata }), spec: defaulted }, field, false),
    ...validatePodDetails(asObject(valueAt(content, [...path, 'spec'])), `${field}.spec`, false),
    ...(restarts.includes(policy) ? [] : [notSupported(`${field}.spec.restartPolicy`, policy, restarts)]),
    ...(!isBatch && isSet(asObject(spec), 'activeDeadlineSeconds')
      ? [forbidden(`${field}.spec.activeDeadlineSeconds`, 'must not be set in a workload that runs for good')]
      : []),
  ];
}

function selectorErrors(content: JsonObject, labels: Readonly<Record<string, string>> | null | undefined) {
  const spec = objectAt(content, 'spec');
  if (!isSet(spec, 'selector')) return [required('spec.selector', 'must be given')];
  const selector = selectorIn(objectAt(spec, 'selector'));
  const errors = validateLabelSelector(selector, 'spec.selector');
  if (isEmptySelector(selector)) return [...errors, invalid('spec.selector', undefined, 'must not be empty')];
  const matches = compileLabelSelector(selector);
  if (matches === null) return [...errors, invalid('spec.selector', undefined, 'is not valid')];
  if (matches(labels)) return errors;
  const detail = 'the selector does not match these labels';
  return [...errors, invalid('spec.template.metadata.labels', undefined, detail)];
}

function restarting(spec: PodSpec, policy: string): PodSpec {
  return { ...spec, restartPolicy: spec.restartPolicy || policy };
}

function asObject(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}
