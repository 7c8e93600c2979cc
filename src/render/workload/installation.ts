/** What is to run in the cluster, and how: everything that the objects of an installation depend on. */
import { VERSION } from '../../config/identity.ts';

/** Ways to run it that differ from the plain one; each is a folder below manifests/overlays, and they can be combined. */
export const OVERLAYS = [
  'high-availability',
  'split',
  'second-scheduler',
  'cert-manager',
  'guardians',
  'fairness',
  'arktos',
] as const;
export type Overlay = (typeof OVERLAYS)[number];

export const OVERLAY_WORDS = {
  'high-availability': 'three replicas on three nodes, spread over zones',
  split: 'admission and scheduling as two Deployments, so that neither takes the room of the other',
  'second-scheduler': "a scheduler beside the cluster's own, for pods that name it",
  'cert-manager': 'certificates by cert-manager',
  guardians: 'pods that keep the room of Orders, for schedulers that never ask',
  fairness: 'turns between tenants before the scheduler, by gates on their pods',
  arktos: 'for Arktos',
} as const satisfies Record<Overlay, string>;

export interface Installation {
  readonly namespace: string;
  readonly image: string;
  /** Of the second scheduler: the version of the cluster. */
  readonly schedulerImage: string;
  /** The text of the configuration file, completed for the cluster. */
  readonly configuration: string;
  readonly overlays: ReadonlySet<Overlay>;
}

/** As the Dockerfile's own page builds it. No registry is named: whoever installs it knows which one he has pushed it to. */
export const IMAGE = `daemonward:${VERSION}`;

/** The scheduler of the Kubernetes that the end-to-end tests run on by default; `install` takes the cluster's version. */
export const SCHEDULER_IMAGE = 'registry.k8s.io/kube-scheduler';
export const SCHEDULER_VERSION = 'v1.36.3';

/** The parts that a process can be: all in one, or one for each group of paths. */
export type Part = 'service' | 'admission' | 'extender';

export function partsOf({ overlays }: Pick<Installation, 'overlays'>): readonly Part[] {
  return overlays.has('split') ? ['admission', 'extender'] : ['service'];
}

/** What the Deployment and its budget are called. */
export function partName(part: Part): string {
  return part === 'service' ? 'daemonward' : `daemonward-${part}`;
}

/**
 * Not as anything else: kustomize takes a name among the rights (`resourceNames`) that is the ConfigMap's for the
 * ConfigMap, and changes it with that.
 */
export function configurationName(part: Part): string {
  return `${partName(part)}-configuration`;
}

export const SERVICE_ACCOUNT = 'daemonward';

/** Certificates that Daemonward makes itself are in this Secret, which all replicas share. */
export const TLS_SECRET = 'daemonward-tls';

/** Ports of the containers. */
export const SERVICE_PORT = 8443;
export const OPS_PORT = 8080;
