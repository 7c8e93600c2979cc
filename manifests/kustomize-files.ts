/** The kustomize base and its overlays: each overlay is what it adds, changes and takes away. */
import fastJsonPatch from 'fast-json-patch';
import { stringify } from 'yaml';
import { SERVICE_NAME, SERVICE_NAMESPACE } from '../src/config/identity.ts';
import { withDefaults } from '../src/config/schema/schema.ts';
import type { KubeManifest, KubeObject } from '../src/render/manifest.ts';
import { registrationsFor } from '../src/render/render.ts';
import { documentText } from '../src/render/text.ts';
import { injection } from '../src/render/workload/cert-manager.ts';
import { CONFIGURATION_FILE, CONFIGURATION_HASH } from '../src/render/workload/deployment.ts';
import { configurationName, OVERLAY_WORDS, type Overlay } from '../src/render/workload/installation.ts';
import { workload } from '../src/render/workload/workload.ts';
import { installation } from './installations.ts';

type Files = Record<string, string>;

const HEAD = '# Made by npm run manifests; do not edit.\n';
const KUSTOMIZATION = { apiVersion: 'kustomize.config.k8s.io/v1beta1', kind: 'Kustomization' };

/** kustomize makes the ConfigMaps of the configuration, and gives each a name by its content: a change makes new pods. */
function isGenerated({ kind, data }: KubeObject): boolean {
  return kind === 'ConfigMap' && isObject(data) && CONFIGURATION_FILE in data;
}

export function baseFiles(): Files {
  const manifests = objectsOf();
  const plain = manifests.filter(({ object }) => !isGenerated(object));
  return {
    'kustomization.yaml': kustomization('What runs, in the plain way.', {
      resources: filesOf(plain),
      configMapGenerator: generators(manifests.filter(({ object }) => isGenerated(object))),
    }),
    ...resourceFiles(plain),
    ...configurationFiles(manifests),
  };
}

/** Without a name the plain way, for a folder of the same form. */
export function overlayFiles(overlay?: Overlay): Files {
  const base = objectsOf();
  const wanted = overlay === undefined ? base : objectsOf(overlay);
  const [added, kept] = [
    wanted.filter(({ object }) => !find(base, object)),
    wanted.filter(({ object }) => find(base, object)),
  ];
  const gone = base.filter(({ object }) => !find(wanted, object));
  const changed = kept
    .filter(({ object }) => !isGenerated(object))
    .flatMap(({ object }) => changes(object, base));
  const configured = kept
    .filter(({ object }) => isGenerated(object))
    .filter(({ object }) => textIn(object) !== textIn(find(base, object)?.object));
  const newConfigured = added.filter(({ object }) => isGenerated(object));
  const newPlain = added.filter(({ object }) => !isGenerated(object));
  return {
    'kustomization.yaml': kustomization(overlay === undefined ? 'the plain way' : OVERLAY_WORDS[overlay], {
      resources: ['../../base', ...filesOf(newPlain)],
      configMapGenerator: [...generators(newConfigured), ...generators(configured, 'replace')],
      patches: [...gone.map(({ object }) => removal(object)), ...changed],
    }),
    ...resourceFiles(newPlain),
    ...configurationFiles([...configured, ...newConfigured]),
  };
}

/** Who keeps the CA decides what they look like. */
export const REGISTRATIONS = ['kubernetes', 'cert-manager', 'arktos'] as const;

/** The running service fills in the CA, or cert-manager does. */
export function registrationManifests(
  kind: (typeof REGISTRATIONS)[number],
  namespace: string,
  fairness: 'off' | 'on' = 'off',
): KubeManifest[] {
  const configuration = withDefaults({
    apiVersion: 'daemonward.dev/v1alpha1',
    kind: 'Configuration',
    cluster: { flavor: kind === 'arktos' ? 'arktos' : 'kubernetes' },
    fairness: { mode: fairness },
  });
  const target = { service: { namespace, name: SERVICE_NAME } };
  return registrationsFor({ target, namespace }, configuration, {
    caBundle: '',
    now: new Date(0),
    ...(kind === 'cert-manager' && { annotations: injection(namespace) }),
  });
}

/** For `kubectl apply -k`, after the workload. */
export function registrationFiles(kind: (typeof REGISTRATIONS)[number]): Files {
  const manifests = registrationManifests(kind, SERVICE_NAMESPACE);
  const words =
    'What the API server is told, with the default configuration. Apply it when the workload is ready.';
  return {
    'kustomization.yaml': kustomization(words, { resources: ['registrations.yaml'] }),
    'registrations.yaml': HEAD + manifests.map(documentText).join('---\n'),
  };
}

function objectsOf(...overlays: readonly Overlay[]): KubeManifest[] {
  return workload(installation(...overlays)).map((manifest) => ({
    ...manifest,
    object: withoutHash(manifest.object),
  }));
}

/** The name of the ConfigMap says it. */
function withoutHash(object: KubeObject): KubeObject {
  const copy: KubeObject = structuredClone(object);
  const annotations = valueIn(copy, ['spec', 'template', 'metadata', 'annotations']);
  if (isObject(annotations)) {
    delete annotations[CONFIGURATION_HASH];
    const metadata = valueIn(copy, ['spec', 'template', 'metadata']);
    if (Object.keys(annotations).length === 0 && isObject(metadata)) delete metadata.annotations;
  }
  return copy;
}

function kustomization(words: string, content: Record<string, unknown[]>): string {
  const filled = Object.fromEntries(Object.entries(content).filter(([, list]) => list.length > 0));
  const about = `# ${words[0]?.toUpperCase()}${words.slice(1)}${words.endsWith('.') ? '' : '.'}\n`;
  return HEAD + about + stringify({ ...KUSTOMIZATION, ...filled }, { lineWidth: 0 });
}

/** One file for each kind of thing: `rights` and not `role`, as the label says it. */
function fileOf({ metadata, kind }: KubeObject): string {
  const component = metadata.labels['app.kubernetes.io/component'];
  return kind === 'Namespace' ? 'namespace.yaml' : `${component}.yaml`;
}

function filesOf(manifests: readonly KubeManifest[]): string[] {
  return [...new Set(manifests.map(({ object }) => fileOf(object)))];
}

function resourceFiles(manifests: readonly KubeManifest[]): Files {
  const byFile = Map.groupBy(manifests, ({ object }) => fileOf(object));
  return Object.fromEntries(
    [...byFile].map(([file, group]) => [file, HEAD + group.map(documentText).join('---\n')]),
  );
}

/** Beside others of its folder, with the name of its ConfigMap where that is not the usual one. */
function configurationFile(name: string): string {
  return name === configurationName('service') ? CONFIGURATION_FILE : `${name}.yaml`;
}

function configurationFiles(manifests: readonly KubeManifest[]): Files {
  return Object.fromEntries(
    manifests
      .filter(({ object }) => isGenerated(object))
      .map(({ object }) => [configurationFile(object.metadata.name), textIn(object)]),
  );
}

function generators(manifests: readonly KubeManifest[], behavior?: 'replace') {
  return manifests.map(({ object: { metadata } }) => {
    const file = configurationFile(metadata.name);
    return {
      name: metadata.name,
      namespace: metadata.namespace,
      ...(behavior === undefined ? { options: { labels: metadata.labels } } : { behavior }),
      files: [file === CONFIGURATION_FILE ? file : `${CONFIGURATION_FILE}=${file}`],
    };
  });
}

function removal({ apiVersion, kind, metadata }: KubeObject) {
  const { name, namespace } = metadata;
  return {
    patch: stringify({ $patch: 'delete', apiVersion, kind, metadata: { name, namespace } }),
  };
}

/** As operations on the object, which say exactly what differs. */
function changes(object: KubeObject, base: readonly KubeManifest[]) {
  const operations = fastJsonPatch.compare(find(base, object)?.object ?? {}, object);
  if (operations.length === 0) return [];
  const { kind, metadata } = object;
  return [{ target: { kind, name: metadata.name }, patch: stringify(operations, { lineWidth: 0 }) }];
}

function find(manifests: readonly KubeManifest[], wanted: KubeObject): KubeManifest | undefined {
  return manifests.find(
    ({ object: { kind, metadata } }) =>
      kind === wanted.kind &&
      metadata.name === wanted.metadata.name &&
      metadata.namespace === wanted.metadata.namespace,
  );
}

function textIn(object: KubeObject | undefined): string {
  const text = valueIn(object, ['data', CONFIGURATION_FILE]);
  return typeof text === 'string' ? text : '';
}

function valueIn(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((inner, key) => (isObject(inner) ? inner[key] : undefined), value);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
