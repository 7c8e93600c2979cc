/** Which fields the objects of a Kubernetes version have, and of which types: as its API server decodes them. */
import type { TypeMeta } from '../metadata/type-meta.ts';

/** The fields of an object with their types. */
export type Fields = ReadonlyMap<string, string>;

export interface ApiTypes {
  /** The name of the type of an object, or undefined when it is none of those that were recorded. */
  rootOf(type: TypeMeta): string | undefined;
  fieldsOf(name: string): Fields | undefined;
}

/** Minor versions, newest first: a patch adds no field. */
const RECORDED = {
  '1.36': async () => (await import('./kubernetes-1-36.ts')).TYPES,
  '1.35': async () => (await import('./kubernetes-1-35.ts')).TYPES,
  '1.34': async () => (await import('./kubernetes-1-34.ts')).TYPES,
} as const;

export type KubernetesVersion = keyof typeof RECORDED;

export const KUBERNETES_VERSIONS = ['1.36', '1.35', '1.34'] as const satisfies readonly KubernetesVersion[];

/** By the name that manifests use. */
const ROOTS: Readonly<Record<string, string>> = {
  'v1/Pod': 'core.v1.Pod',
  'v1/ReplicationController': 'core.v1.ReplicationController',
  'v1/Namespace': 'core.v1.Namespace',
  'apps/v1/DaemonSet': 'apps.v1.DaemonSet',
  'apps/v1/Deployment': 'apps.v1.Deployment',
  'apps/v1/ReplicaSet': 'apps.v1.ReplicaSet',
  'apps/v1/StatefulSet': 'apps.v1.StatefulSet',
  'batch/v1/Job': 'batch.v1.Job',
  'batch/v1/CronJob': 'batch.v1.CronJob',
  'scheduling.k8s.io/v1/PriorityClass': 'scheduling.v1.PriorityClass',
};

export async function apiTypes(version: KubernetesVersion): Promise<ApiTypes> {
  const types = new Map<string, Fields>();
  for (const line of (await RECORDED[version]()).trim().split('\n')) {
    const [name = '', ...fields] = line.split(' ');
    types.set(name, new Map(fields.map(fieldIn)));
  }
  return {
    rootOf: ({ apiVersion, kind }) => {
      const key = `${apiVersion}/${kind}`;
      return Object.hasOwn(ROOTS, key) ? ROOTS[key] : undefined;
    },
    fieldsOf: (name) => types.get(name),
  };
}

function fieldIn(text: string): readonly [name: string, type: string] {
  const colon = text.indexOf(':');
  return [text.slice(0, colon), text.slice(colon + 1)];
}
