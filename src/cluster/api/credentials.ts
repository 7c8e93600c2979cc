/** Which cluster to watch, and with whose credentials: what was named, else what the surroundings offer. */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Where Kubernetes mounts a pod's own credentials. */
const IN_CLUSTER_TOKEN = '/var/run/secrets/kubernetes.io/serviceaccount/token';

export type Credentials =
  | { readonly kind: 'in-cluster' }
  | {
      readonly kind: 'kubeconfig';
      readonly files: readonly string[];
      readonly context: string | undefined;
      /** Where the files are named: what a person has to look at when they cannot be used. */
      readonly namedBy: string;
      /** The same of the context, which is mostly `cluster.context`. */
      readonly contextNamedBy?: string;
    };

export type Environment = Readonly<Record<string, string | undefined>>;

export interface Wanted {
  /** A kubeconfig that was named; then nothing else is looked for. */
  readonly kubeconfig?: string | undefined;
  readonly context?: string | undefined;
}

/** Undefined when there are none: no kubeconfig is named or at home, and this is no pod. */
export function findCredentials(
  environment: Environment,
  { kubeconfig, context }: Wanted,
  exists: (path: string) => boolean = existsSync,
): Credentials | undefined {
  const of = (files: readonly string[], namedBy: string): Credentials => ({
    kind: 'kubeconfig',
    files,
    context,
    namedBy,
  });
  if (kubeconfig !== undefined) return of([kubeconfig], 'cluster.kubeconfig');
  const named = (environment.KUBECONFIG ?? '').split(delimiter).filter((file) => file !== '');
  // kubectl passes over a file that is missing beside others. Where all are, somebody meant a cluster that is not this one.
  const there = named.filter(exists);
  if (named.length > 0) return of(there.length > 0 ? there : named, '$KUBECONFIG');
  if (isInPod(environment, exists)) return { kind: 'in-cluster' };
  const usual = environment.HOME === undefined ? undefined : join(environment.HOME, '.kube', 'config');
  if (usual !== undefined && exists(usual)) return of([usual], 'the usual place');
  return undefined;
}

export interface NamedKubeconfig {
  readonly kubeconfig: string;
  readonly context?: string | undefined;
}

/** Those of one of `cluster.partitions`, by its position. */
export function partitionCredentials(
  { kubeconfig, context }: NamedKubeconfig,
  position: number,
): Credentials {
  const field = `cluster.partitions[${position}]`;
  return {
    kind: 'kubeconfig',
    files: [kubeconfig],
    context,
    namedBy: `${field}.kubeconfig`,
    contextNamedBy: `${field}.context`,
  };
}

/** Kubernetes says where its API server is, and has mounted a token. */
export function isInPod(environment: Environment, exists: (path: string) => boolean = existsSync): boolean {
  return Boolean(environment.KUBERNETES_SERVICE_HOST) && exists(IN_CLUSTER_TOKEN);
}
