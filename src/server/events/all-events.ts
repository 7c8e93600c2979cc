/** Events, each in the partition of the object that it is about. */
import type { ClusterEvents } from './open-events.ts';

/** By partition; of a cluster of one API server there is one, without a name. */
export function allEvents(byPartition: ReadonlyMap<string, ClusterEvents>): ClusterEvents {
  const all = [...byPartition.values()];
  return {
    reviewed: (event) => byPartition.get(event.partition)?.reviewed(event),
    tell: (note, partition) => byPartition.get(partition)?.tell(note, partition),
    follow: (extender) => {
      for (const events of all) events.follow(extender);
    },
    state: () => {
      const states = all.map((events) => events.state());
      return {
        remembered: states.reduce((sum, { remembered }) => sum + remembered, 0),
        problem: states.find(({ problem }) => problem !== null)?.problem ?? null,
      };
    },
    stop: async () => {
      await Promise.all(all.map((events) => events.stop()));
    },
  };
}
