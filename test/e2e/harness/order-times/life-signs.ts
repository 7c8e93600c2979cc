/**
 * A sign of life of every kind that is watched. To a process whose clock leaps forward its view is as old as the leap, until
 * it has heard of each kind again; a quiet API server says something once a minute.
 */
import type { Client, KubeObject } from '../client.ts';
import { nodeObject } from '../nodes.ts';
import { daemonSetObject, daemonSetsPath, podObject, podsPath } from '../workloads.ts';

export interface LifeSignPlaces {
  /** A tenant's: what is made in it is of no concern to Orders. */
  namespace: string;
  /** The name of one that it makes, of a low value. */
  priorityClass: string;
  /** The path of one that is there by the time that signs are given. */
  order: string;
}

const ANNOTATION = 'e2e.daemonward.dev/sign';
const NAME = 'sign';
const LOW = -1_000;

/** Makes one object of each kind. */
export async function lifeSigns(client: Client, places: LifeSignPlaces): Promise<{ give(): Promise<void> }> {
  const { namespace, priorityClass, order } = places;
  const metadata = { name: NAME };
  const objects: [path: string, object: KubeObject & Readonly<Record<string, unknown>>][] = [
    ['/api/v1/nodes', { ...nodeObject(0, { namePrefix: NAME, ready: false }) }],
    [podsPath(namespace), { ...podObject(NAME, { pool: NAME }) }],
    [daemonSetsPath(namespace), { ...daemonSetObject(NAME, { pool: NAME }) }],
    [
      '/apis/scheduling.k8s.io/v1/priorityclasses',
      { kind: 'PriorityClass', metadata: { name: priorityClass }, value: LOW },
    ],
    [
      `/api/v1/namespaces/${namespace}/limitranges`,
      { kind: 'LimitRange', metadata, spec: { limits: [{ type: 'Pod', max: { cpu: '64' } }] } },
    ],
    ['/apis/node.k8s.io/v1/runtimeclasses', { kind: 'RuntimeClass', metadata, handler: NAME }],
  ];
  for (const [path, object] of objects) await client.create(path, object);
  const paths = [
    ...objects.map(([path, object]) => `${path}/${object.metadata?.name}`),
    `/api/v1/namespaces/${namespace}`,
    order,
  ];
  let count = 0;
  return {
    async give() {
      count += 1;
      const patch = { metadata: { annotations: { [ANNOTATION]: String(count) } } };
      await Promise.all(paths.map((path) => client.patch(path, patch, 'merge')));
    },
  };
}
