/** The Helm chart: the same objects, with places for values in them. */
import { Document, stringify } from 'yaml';
import { VERSION } from '../src/config/identity.ts';
import type { KubeManifest, KubeObject } from '../src/render/manifest.ts';
import { documentText } from '../src/render/text.ts';
import { overlaySettings } from '../src/render/workload/configuration.ts';
import { CONFIGURATION_FILE, CONFIGURATION_HASH, RESOURCES } from '../src/render/workload/deployment.ts';
import {
  IMAGE,
  type Overlay,
  SCHEDULER_IMAGE,
  SCHEDULER_VERSION,
  TLS_SECRET,
} from '../src/render/workload/installation.ts';
import { orderDefinition } from '../src/render/workload/order-definition.ts';
import { workload } from '../src/render/workload/workload.ts';
import { installation } from './installations.ts';
import { registrationManifests } from './kustomize-files.ts';
import { mergedLines } from './merged-lines.ts';

type Files = Record<string, string>;

/** Values that are true or false, and the overlay that each stands for. High availability is two values of its own. */
const SWITCHES = [
  { value: 'split', overlay: 'split' },
  { value: 'certManager', overlay: 'cert-manager' },
  { value: 'secondScheduler.enabled', overlay: 'second-scheduler' },
] as const satisfies readonly { value: string; overlay: Overlay }[];

/** Those that only add lines to what is there: each has its lines under a condition, where a text for each combination would be long. */
const ADDITIONS = [
  { value: 'guardians', overlay: 'guardians' },
  { value: 'fairness', overlay: 'fairness' },
] as const satisfies readonly { value: string; overlay: Overlay }[];

/** What the values stand for in the text of a template. */
const PLACES = {
  namespace: { mark: 'namespace-place', template: '{{ .Release.Namespace }}' },
  image: { mark: 'image-place', template: '{{ .Values.image }}' },
  secret: {
    mark: TLS_SECRET,
    template: `{{ dig "server" "tls" "secret" "${TLS_SECRET}" .Values.configuration }}`,
  },
  schedulerImage: { mark: 'scheduler-place', template: '{{ .Values.secondScheduler.image }}' },
} as const;

/** Every combination of the switches, and of what is added. */
const COMBINATIONS = combinationsOf(SWITCHES);
const ADDED = combinationsOf(ADDITIONS);

function combinationsOf(switches: readonly { readonly overlay: Overlay }[]) {
  return switches.reduce<readonly (readonly Overlay[])[]>(
    (all, { overlay }) => all.flatMap((some) => [some, [...some, overlay]]),
    [[]],
  );
}

export function chartFiles(): Files {
  return {
    'Chart.yaml': head('') + stringify(CHART),
    'values.yaml': VALUES,
    'values.schema.json': `${JSON.stringify(SCHEMA, null, 2)}\n`,
    'crds/orders.yaml': head('') + documentText(orderDefinition()),
    'templates/NOTES.txt': NOTES,
    'templates/workload.yaml': head('') + workloadTemplate(),
    'templates/registrations.yaml': `{{- if .Values.registrations }}\n${head('')}${registrationsTemplate()}{{- end }}\n`,
  };
}

const CHART = {
  apiVersion: 'v2',
  name: 'daemonward',
  description:
    'Decides who may put a pod on every node of a cluster, and keeps the room of the pods that may.',
  type: 'application',
  version: VERSION,
  appVersion: VERSION,
  kubeVersion: '>=1.30.0-0',
};

function head(words: string): string {
  return `# Made by npm run manifests; do not edit.\n${words}`;
}

const VALUES = `${head('')}
# Where you have pushed the image to.
image: ${IMAGE}

# Three, with strictSpread, is what the overlay high-availability has.
replicas: 2
# Spread evenly over the nodes (one more on a node than on another at most), also when that leaves a replica Pending.
strictSpread: false

# The heap follows the memory limit.
${stringify({ resources: RESOURCES })}
# Settings of docs/configuration.md. What the pod needs is added, unless it is here.
configuration: {}

# Admission and scheduling as two Deployments.
split: false

# Certificates by cert-manager, which must be there.
certManager: false

# Pods that keep the room of Orders with enforcement Guardian, for schedulers that never ask.
guardians: false

# Turns between tenants before the scheduler, by gates on their pods. With registrations, those of turns are made as well.
fairness: false

# A scheduler beside the cluster's own, for pods that name it.
secondScheduler:
  enabled: false
  # The version of the cluster.
  image: ${SCHEDULER_IMAGE}:${SCHEDULER_VERSION}

# The webhooks and policies of the default configuration. They refuse while nothing answers: first install without, then
# upgrade with it when the pods are ready. With another configuration leave it off, and run daemonward apply instead.
registrations: false
`;

const flag = { type: 'boolean' };
const image = { type: 'string', minLength: 1 };
const SCHEMA = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  additionalProperties: false,
  properties: {
    image,
    replicas: { type: 'integer', minimum: 1 },
    strictSpread: flag,
    resources: { type: 'object' },
    configuration: { type: 'object' },
    split: flag,
    certManager: flag,
    guardians: flag,
    fairness: flag,
    secondScheduler: {
      type: 'object',
      additionalProperties: false,
      properties: { enabled: flag, image },
    },
    registrations: flag,
    global: { type: 'object' },
  },
};

const NOTES = `{{- if .Values.registrations -}}
Daemonward runs in {{ .Release.Namespace }} and is registered with the rules of the default configuration.
{{- else -}}
Daemonward runs in {{ .Release.Namespace }}, and nobody asks it yet. When its pods are ready:

  npx daemonward apply
{{- end }}
To take it off in an emergency:

  kubectl delete validatingwebhookconfigurations,mutatingwebhookconfigurations,validatingadmissionpolicybindings -l app.kubernetes.io/part-of=daemonward
`;

/** Rendered for the place of the release, as the workload is: its name is in paths, lists, CEL and account names. */
function registrationsTemplate(): string {
  const textsWith = (fairness: 'off' | 'on') =>
    new Map(
      registrationManifests('cert-manager', PLACES.namespace.mark, fairness).map((manifest) => [
        keyOf(manifest.object),
        registrationText(manifest),
      ]),
    );
  const plain = textsWith('off');
  // Turns add to what is there, and take nothing away.
  return Array.from(textsWith('on'), ([key, fair]) => {
    const without = plain.get(key);
    if (fair === without) return `---\n${fair}`;
    const otherwise = without === undefined ? '' : `{{- else }}\n---\n${without}`;
    return `{{- if .Values.fairness }}\n---\n${fair}${otherwise}{{- end }}\n`;
  }).join('');
}

function registrationText(manifest: KubeManifest): string {
  return withPlaces(documentText(manifest).replaceAll('{{', '{{ "{{" }}')).replaceAll(
    INJECTED,
    (annotations) => `{{- if .Values.certManager }}\n${annotations}{{- end }}\n`,
  );
}

/** Only where cert-manager keeps the CA; elsewhere the running service does. */
const INJECTED = /^ {2}annotations:\n {4}cert-manager\.io\/.*\n/gm;

function withPlaces(text: string): string {
  return Object.values(PLACES).reduce(
    (filled, { mark, template }) => filled.replaceAll(mark, template),
    text,
  );
}

interface Variant {
  readonly text: string;
  /** The combinations that have it so. */
  readonly combinations: readonly (readonly Overlay[])[];
}

function workloadTemplate(): string {
  const byObject = new Map<string, Variant[]>();
  for (const combination of COMBINATIONS) {
    for (const [key, text] of textsOf(combination)) {
      const variants = byObject.get(key) ?? [];
      const same = variants.find((variant) => variant.text === text);
      byObject.set(
        key,
        same === undefined
          ? [...variants, { text, combinations: [combination] }]
          : variants.map((variant) =>
              variant === same ? { text, combinations: [...variant.combinations, combination] } : variant,
            ),
      );
    }
  }
  return [...byObject.values()].flat().map(conditional).join('');
}

/** By object, its text with all additions under their conditions. */
function textsOf(combination: readonly Overlay[]): Map<string, string> {
  const added = ADDED.map(
    (additions) =>
      new Map(
        objectsOf([...combination, ...additions]).map((manifest) => [
          keyOf(manifest.object),
          templateText(manifest, combination, additions),
        ]),
      ),
  );
  const keys = new Set(added.flatMap((texts) => [...texts.keys()]));
  return new Map(Array.from(keys, (key) => [key, addedText(added.map((texts) => texts.get(key) ?? ''))]));
}

function keyOf({ kind, metadata }: KubeObject): string {
  return `${kind}/${metadata.namespace}/${metadata.name}`;
}

function addedText(texts: readonly string[]): string {
  const merged = mergedLines(texts.map((text) => text.trimEnd()));
  if (merged === undefined) throw new Error(`more than lines are added to ${texts[0]?.slice(0, 200)}`);
  return merged
    .map(({ lines, texts: having }) => {
      const text = `${lines.join('\n')}\n`;
      const test = additionTest(having);
      return test === '' ? text : `{{- if ${test} }}\n${text}{{- end }}\n`;
    })
    .join('');
}

/** For which additions a line is there; in words of Helm. */
function additionTest(having: readonly number[]): string {
  if (having.length === ADDED.length) return '';
  const combinations = having.map((index) => ADDED[index] ?? []);
  const all = ADDITIONS.filter(({ overlay }) => combinations.every((some) => some.includes(overlay)));
  const any = ADDITIONS.filter(({ overlay }) => combinations.some((some) => some.includes(overlay)));
  const [words, meant] = all.length > 0 ? (['and', all] as const) : (['or', any] as const);
  const isMeant = (some: readonly Overlay[]) =>
    words === 'and'
      ? meant.every(({ overlay }) => some.includes(overlay))
      : meant.some(({ overlay }) => some.includes(overlay));
  if (ADDED.filter(isMeant).length !== having.length) throw new Error('no simple condition for an addition');
  const values = meant.map(({ value }) => `.Values.${value}`);
  return values.length === 1 ? (values[0] ?? '') : `${words} ${values.join(' ')}`;
}

/**
 * Helm makes the namespace itself, and other objects have to be there before it is asked to. What is in crds/ it makes
 * first, and never deletes: nor do we.
 */
function objectsOf(overlays: readonly Overlay[]): KubeManifest[] {
  const plain = installation(...overlays);
  return workload({
    ...plain,
    namespace: PLACES.namespace.mark,
    image: PLACES.image.mark,
    schedulerImage: PLACES.schedulerImage.mark,
  }).filter(({ object }) => !MADE_BY_HELM.includes(object.kind));
}

const MADE_BY_HELM = ['Namespace', 'CustomResourceDefinition'];

function conditional({ text, combinations }: Variant): string {
  const tests = SWITCHES.flatMap(({ value, overlay }) => {
    const states = new Set(combinations.map((combination) => combination.includes(overlay)));
    if (states.size > 1) return [];
    return [states.has(true) ? `.Values.${value}` : `(not .Values.${value})`];
  });
  // A condition that is no conjunction would be lost here.
  if (combinations.length !== COMBINATIONS.length / 2 ** tests.length) {
    throw new Error(`no simple condition for ${text.slice(0, 200)}`);
  }
  if (tests.length === 0) return `---\n${text}`;
  const condition = tests.length === 1 ? tests[0] : `and ${tests.join(' ')}`;
  return `{{- if ${condition} }}\n---\n${text}{{- end }}\n`;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

function templateText(
  { about, object }: KubeManifest,
  combination: readonly Overlay[],
  additions: readonly Overlay[],
): string {
  if (isObject(object.data) && CONFIGURATION_FILE in object.data) {
    const plain = objectsOf(combination).find((other) => keyOf(other.object) === keyOf(object));
    return configMapText(about, plain?.object ?? object, additions);
  }
  const text = withPlaces(documentText({ about, object }));
  if (object.kind !== 'Deployment' || object.metadata.name === 'daemonward-scheduler') return text;
  return text
    .replace(/^ {2}replicas: \d+$/m, '  replicas: {{ .Values.replicas }}')
    .replace(
      /whenUnsatisfiable: ScheduleAnyway/,
      'whenUnsatisfiable: {{ ternary "DoNotSchedule" "ScheduleAnyway" .Values.strictSpread }}',
    )
    .replace(/^( +)resources:\n(?:\1 +.*\n)+/m, '$1resources:\n{{ toYaml .Values.resources | indent 12 }}\n')
    .replace(new RegExp(`${CONFIGURATION_HASH}: \\w+`), `${CONFIGURATION_HASH}: ${HASH}`);
}

const HASH = '{{ .Values.configuration | toYaml | sha256sum }}';

/** What somebody gives goes before what the pod needs, which without additions is in `object`. */
function configMapText(about: string, object: KubeObject, additions: readonly Overlay[]): string {
  const { data, ...rest } = object;
  const needed = isObject(data) ? String(data[CONFIGURATION_FILE]) : '';
  const text = withPlaces(documentText({ about, object: rest }));
  const literal = needed.replaceAll(PLACES.namespace.mark, '%s').trimEnd();
  return (
    `{{- $needed := fromYaml ${goText(literal)} }}\n${additions.map(addition).join('')}${text}data:\n  ${CONFIGURATION_FILE}: |\n` +
    '{{ toYaml (mustMerge (deepCopy .Values.configuration) $needed) | indent 4 }}\n'
  );
}

function addition(overlay: Overlay): string {
  const document = new Document({});
  for (const [path, value] of overlaySettings(overlay)) document.setIn(path, value);
  // As JSON, because Helm reads YAML 1.1, in which the word on without quotes is true.
  return `{{- $needed = mustMerge $needed (fromJson ${JSON.stringify(JSON.stringify(document))}) }}\n`;
}

/** The namespace is in it once at most. */
function goText(text: string): string {
  const quoted = JSON.stringify(text);
  return text.includes('%s') ? `(printf ${quoted} .Release.Namespace)` : quoted;
}
