import { expect, test } from 'vitest';
import { kindsOf } from '../../../src/cluster/partitions.ts';
import { extenderOver } from '../scheduler/extender.ts';
import { PARTITIONS, partitioned } from './partitioned.ts';

/** Green's DaemonSets have come, and its pods not yet: maybe they never will, because nobody lets us read them. */
function halfRead() {
  const cluster = partitioned();
  cluster.sync('blue', 'east', 'west');
  cluster.hear(0, 'blue', 'east', 'west');
  cluster.east.node('e1');
  cluster.blue.daemonSet('agent');
  cluster.green.daemonSet('agent');
  const over = extenderOver(cluster.store);
  const kinds = () => {
    over.extender.look();
    return over.extender.ledger
      .holdsOn('e1')
      .filter(({ expired }) => !expired)
      .map(({ daemon, kind }) => `${daemon.daemonSet.partition} ${kind}`);
  };
  return { ...cluster, ...over, kinds };
}

test('while nobody knows where its daemons run, nothing is held for them', () => {
  const { kinds } = halfRead();

  expect(kinds()).toEqual(['blue missing']);
});

test('once it has been read, its daemons have their room where they are not', () => {
  const { kinds, green, east, store, hear } = halfRead();
  east.node('e2');
  kinds();

  green.daemonPod('agent', { node: 'e2' });
  for (const partition of PARTITIONS.filter(({ name }) => name === 'green')) {
    for (const kind of kindsOf(partition)) store.markSynced(kind, 'green');
  }
  hear(0, 'green');

  expect(kinds()).toEqual(['blue missing', 'green missing']);
});
