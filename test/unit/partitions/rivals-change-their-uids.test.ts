import { expect, test } from 'vitest';
import { createProjector } from '../../../src/cluster/projection/projector.ts';
import { orderObject } from '../orders/order.ts';
import { partitioned, scheduled } from './partitioned.ts';

/** A list after a gap, or a restored etcd, shows an object under its name with another uid: nobody says that the first is gone. */
test('one that waits comes in when the one that counts has become another under its name', () => {
  const { store, blue, green } = partitioned();
  blue.daemonSet('agent', { uid: 'copied' });
  green.daemonSet('agent', { uid: 'copied' });

  blue.daemonSet('agent', { uid: 'made-anew' });

  expect(store.daemonSetByUid('made-anew')?.partition).toBe('blue');
  expect(store.daemonSetByUid('copied')?.partition).toBe('green');
  expect(store.rivals()).toEqual([]);
});

test('one that has to wait from now on leaves nothing of what it was before', () => {
  const { store, blue, green } = partitioned();
  blue.daemonSet('agent', { uid: 'copied' });
  green.daemonSet('agent', { uid: 'own' });

  green.daemonSet('agent', { uid: 'copied' });

  expect(store.daemonSetByUid('own')).toBeUndefined();
  expect([...store.daemonSets()].map(({ partition }) => partition)).toEqual(['blue']);
  expect(store.rivals()).toMatchObject([{ partition: 'green', counts: 'blue' }]);
});

test('one that is pushed out by its uid leaves its name as well, and comes back under it', () => {
  const { store, blue, green } = partitioned();
  green.daemonSet('agent', { uid: 'copied' });
  blue.daemonSet('other', { uid: 'copied' });
  expect([...store.daemonSets()].map(({ name }) => name)).toEqual(['other']);

  blue.gone('daemonSets', 'blue:/kube-system/other');

  expect([...store.daemonSets()].map(({ partition, name }) => `${partition} ${name}`)).toEqual([
    'green agent',
  ]);
});

test('holds are those of the DaemonSet that counts now, though uid and generation are the same', () => {
  const { green, blue, east, extender } = scheduled();
  east.node('e1');
  green.daemonSet('agent', { uid: 'blue-ds-agent', cpu: '1' });
  extender.ready('filter', 'blue');

  blue.daemonSet('agent', { cpu: '2' });
  blue.daemonPod('agent', { node: 'e1', cpu: '2' });
  extender.ready('filter', 'blue');

  expect([...extender.ledger.daemons()].map(({ daemonSet }) => daemonSet.partition)).toEqual(['blue']);
  expect(extender.ledger.holdsOn('e1').map(({ kind }) => kind)).toEqual([]);
});

test('so is the room of an Order', () => {
  const { store, east, extender } = scheduled();
  east.node('e1');
  const put = (partition: string, cpu: string) => {
    const projected = createProjector(partition).orders(orderObject({ cpu, uid: 'copied' }));
    if (projected.ok) store.put('orders', projected.record);
  };
  put('green', '1');
  extender.look();

  put('blue', '2');
  extender.look();

  const shown = extender.ledger.orders
    .all()
    .map(({ order, requests }) => [order.partition, requests.get('cpu')]);
  expect(shown).toEqual([['blue', 2_000n]]);
});
