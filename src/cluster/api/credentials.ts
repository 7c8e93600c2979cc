/** Which cluster to watch, and with whose credentials: what was named, else what the surroundings offer. */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Where Kubernetes mounts a pod's own credentials. */
const IN_CLUSTER_TOKEN = '/var/run/secrets/kubernetes.io/serviceaccount/token';

export type Credentials =
  | { readonly kind: 'in-cluster' }
  | { readonly kind: 'kubeconfig'; readonly files: readonly string[]; readonly context: string | undefined };

export type Environment = Readonly<Record<string, string | undefined>>;

export interface Wanted {
  /** A kubeconfig that was named; then nothing else is looked for. */
  readonly kubeconfig?: string | undefined;
  readonly context?: string | undefined;
}

/** Undefined when there are none: no kubeconfig, and not in a pod. */
export function findCredentials(
  environment: Environment,
  { kubeconfig, context }: Wanted,
  exists: (path: string) => boolean = existsSync,
): Credentials | undefined {
  if (kubeconfig !== undefined) return { kind: 'kubeconfig', files: [kubeconfig], context };
  const named = (environment.KUBECONFIG ?? '').split(delimiter).filter((file) => file !== '' && exists(file));
  if (named.length > 0) return { kind: 'kubeconfig', files: named, context };
  if (environment.KUBERNETES_SERVICE_HOST && exists(IN_CLUSTER_TOKEN)) return { kind: 'in-cluster' };
  const usual = environment.HOME === undefined ? undefined : join(environment.HOME, '.kube', 'config');
  if (usual !== undefined && exists(usual)) return { kind: 'kubeconfig', files: [usual], context };
  return undefined;
}
