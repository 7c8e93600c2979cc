/** Which Kubernetes and which KWOK the end-to-end tests run on: the one place to change. */

/** What the tests run on unless DAEMONWARD_K8S_VERSION says otherwise. */
export const DEFAULT_KUBERNETES = 'v1.36.3';

/** Every version that can be chosen; each has a folder with its go.mod and go.sum, written by `pin.ts`. */
export const KUBERNETES_VERSIONS: readonly string[] = [DEFAULT_KUBERNETES, 'v1.35.4', 'v1.34.4'];

export const KWOK_VERSION = 'v0.8.0';

/** Only the definitions of its kinds: the API server then checks what our manifests say of them. */
export const CERT_MANAGER_VERSION = 'v1.21.2';

/** A Go module of this folder and the programs that are built in it. */
export interface Module {
  /** Folder below `test/e2e/controlplane`. */
  folder: string;
  /** The module that is pinned, and at which version. */
  path: string;
  version: string;
  /** Program name to the Go package that is its main. */
  programs: Readonly<Record<string, string>>;
  /** String variables that hold the program's own version; without them the API server does not know its own. KWOK's stands in its source. */
  versionVariables: readonly string[];
  /** Files that come with the module and are no programs: what each is made of. */
  files: Readonly<Record<string, readonly string[]>>;
}

/** KWOK's description of how nodes and pods come alive. */
export const STAGES = 'kwok-stages.yaml';

/** Those that make nodes Ready and pods Running at once, and deleted pods go away. */
const STAGE_FILES = [
  'node/fast/node-initialize',
  'pod/fast/pod-ready',
  'pod/fast/pod-complete',
  'pod/fast/pod-delete',
];

export const CERT_MANAGER_KINDS = 'cert-manager-crds.yaml';

/** etcd stands in the same module, so it has the version that this Kubernetes itself requires. */
const KUBERNETES_PROGRAMS = {
  etcd: 'go.etcd.io/etcd/server/v3',
  'kube-apiserver': 'k8s.io/kubernetes/cmd/kube-apiserver',
  'kube-controller-manager': 'k8s.io/kubernetes/cmd/kube-controller-manager',
  'kube-scheduler': 'k8s.io/kubernetes/cmd/kube-scheduler',
  kubectl: 'k8s.io/kubernetes/cmd/kubectl',
} as const;

export function kubernetesModule(version: string): Module {
  return {
    folder: `kubernetes-${version}`,
    path: 'k8s.io/kubernetes',
    version,
    programs: KUBERNETES_PROGRAMS,
    versionVariables: ['k8s.io/component-base/version.gitVersion', 'k8s.io/client-go/pkg/version.gitVersion'],
    files: {},
  };
}

/** A module of its own: its dependencies are not those of any one Kubernetes. */
export function kwokModule(): Module {
  return {
    folder: `kwok-${KWOK_VERSION}`,
    path: 'sigs.k8s.io/kwok',
    version: KWOK_VERSION,
    programs: { kwok: 'sigs.k8s.io/kwok/cmd/kwok' },
    versionVariables: [],
    files: { [STAGES]: STAGE_FILES.map((name) => `kustomize/stage/${name}.yaml`) },
  };
}

export function certManagerModule(): Module {
  const kinds = ['certificates', 'issuers'];
  return {
    folder: `cert-manager-${CERT_MANAGER_VERSION}`,
    path: 'github.com/cert-manager/cert-manager',
    version: CERT_MANAGER_VERSION,
    programs: {},
    versionVariables: [],
    files: { [CERT_MANAGER_KINDS]: kinds.map((kind) => `deploy/crds/cert-manager.io_${kind}.yaml`) },
  };
}

/** The version that the environment asks for; a version without a folder is an error, not a fallback. */
export function chosenKubernetes(wanted: string | undefined): string {
  if (wanted === undefined || wanted === '') return DEFAULT_KUBERNETES;
  if (KUBERNETES_VERSIONS.includes(wanted)) return wanted;
  throw new Error(`DAEMONWARD_K8S_VERSION: ${wanted} is not one of ${KUBERNETES_VERSIONS.join(', ')}`);
}

/** Whether the tests run on a Kubernetes that is older than a minor version (`v1.35`). */
export function isBefore(minor: string): boolean {
  const chosen = chosenKubernetes(process.env.DAEMONWARD_K8S_VERSION);
  return chosen.localeCompare(minor, 'en', { numeric: true }) < 0;
}
