/** Two tenant and two resource partitions over one store, each with a hand on its own objects and its own news. */
import type { Partition } from '../../../src/cluster/partitions.ts';
import { kindsOf } from '../../../src/cluster/partitions.ts';
import { ClusterStore } from '../../../src/cluster/store/store.ts';
import { schedulerDoors } from '../../../src/scheduler/door.ts';
import { DaemonCluster } from '../headroom/cluster-of-daemons.ts';
import { type ExtenderOptions, extenderOver } from '../scheduler/extender.ts';

export const PARTITIONS: readonly Partition[] = [
  { name: 'blue', role: 'tenant', detail: 'https://blue' },
  { name: 'green', role: 'tenant', detail: 'https://green' },
  { name: 'east', role: 'resource', detail: 'https://east' },
  { name: 'west', role: 'resource', detail: 'https://west' },
];

export function partitioned() {
  const store = new ClusterStore({ kind: 'watch', detail: 'four' }, PARTITIONS);
  const of = (partition: string) => new DaemonCluster({ store, partition });
  const [blue, green, east, west] = [of('blue'), of('green'), of('east'), of('west')];
  /** All of it is heard at this time, in ms. */
  const hear = (at: number, ...names: readonly string[]) => {
    for (const partition of PARTITIONS.filter(({ name }) => names.includes(name))) {
      for (const kind of kindsOf(partition)) {
        store.markHeard(kind, { resourceVersion: '1', heardAt: at }, partition.name);
      }
    }
  };
  const sync = (...names: readonly string[]) => {
    for (const name of names) of(name).synced();
  };
  return { store, blue, green, east, west, hear, sync };
}

export const ALL = PARTITIONS.map(({ name }) => name);

/** The same, read and heard of, under one extender with a scheduler of each tenant partition. */
export function scheduled(options: ExtenderOptions = {}) {
  const cluster = partitioned();
  cluster.sync(...ALL);
  cluster.hear(0, ...ALL);
  const over = extenderOver(cluster.store, options);
  const doors = new Map(
    ['blue', 'green'].map((partition) => [
      partition,
      schedulerDoors(over.extender, { takesWhole: true, partition }),
    ]),
  );
  const ask = (partition: string, verb: string, body: object) => {
    const answer = doors
      .get(partition)
      ?.get(`/scheduler/${verb}`)
      ?.answer(Buffer.from(JSON.stringify(body)));
    if (answer instanceof Promise) throw new Error('the call waits');
    if (answer?.ok !== true) throw new Error(answer?.problem.message ?? 'no such door');
    return JSON.parse(answer.value.toString());
  };
  /** The nodes that pass. */
  const filter = (partition: string, pod: object, nodes: readonly string[]): string[] =>
    ask(partition, 'filter', { Pod: pod, NodeNames: nodes }).NodeNames ?? [];
  return { ...cluster, ...over, ask, filter };
}
