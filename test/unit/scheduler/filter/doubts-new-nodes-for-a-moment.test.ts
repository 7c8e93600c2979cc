import { expect, test } from 'vitest';
import { OBJECT_KINDS } from '../../../../src/cluster/records.ts';
import { DaemonCluster } from '../../headroom/cluster-of-daemons.ts';
import { type ExtenderOptions, extenderOver } from '../extender.ts';

const DOUBT_MS = 5_000;
const FORGOTTEN_MS = 60_000;
const MOST_NAMES = 10_000;
/** New names in one call. */
const MOST_LOOKED_AT = 2_000;

function doubting(options: ExtenderOptions = {}) {
  const cluster = new DaemonCluster('watch').synced();
  for (const kind of OBJECT_KINDS) cluster.store.markHeard(kind, { resourceVersion: '1', heardAt: 0 });
  const { ask, clock, told } = extenderOver(cluster.store, { staleAfterSeconds: 3_600, ...options });
  const passingFor = (Pod: object, ...NodeNames: string[]): string[] =>
    (ask('filter', { Pod, NodeNames }) as { NodeNames: string[] }).NodeNames;
  const passing = (...names: string[]) => passingFor(cluster.tenantPod('web'), ...names);
  return { cluster, clock, told, passing, passingFor };
}

test('every node has a moment of its own', () => {
  const { clock, passing } = doubting();
  passing('a');
  clock.now = 1_000;
  passing('b');

  clock.now = DOUBT_MS;

  expect(passing('a', 'b')).toEqual(['a']);
});

test('a name that was long not asked about is doubted anew, one that is asked about all the time is not', () => {
  const { clock, passing } = doubting();
  passing('a', 'b');
  clock.now = FORGOTTEN_MS - 1;
  const shortBefore = passing('a');

  clock.now = FORGOTTEN_MS;

  expect(shortBefore).toEqual(['a']);
  expect(passing('a', 'b')).toEqual(['a']);
});

test('a node that has come and gone is doubted anew', () => {
  const { cluster, clock, passing } = doubting();
  passing('a');
  cluster.node('a');
  const known = passing('a');
  clock.now = DOUBT_MS;

  cluster.gone('nodes', 'a');

  expect([known, passing('a')]).toEqual([['a'], []]);
});

test('a node that goes while its taint is doubted is doubted anew', () => {
  const { cluster, clock, passing } = doubting();
  cluster.node('a', '4', {}, 110, [{ key: 'starting', effect: 'NoSchedule' }]);
  passing('a');
  clock.now = DOUBT_MS;
  const passed = passing('a');

  cluster.gone('nodes', 'a');

  expect([passed, passing('a')]).toEqual([['a'], []]);
});

test('a taint is known of nodes beyond the first arrays too', () => {
  const { cluster, passing } = doubting();
  const { nodeCapacity } = cluster.store;
  for (let index = 0; index <= nodeCapacity; index += 1)
    cluster.node(`n${index}`, '4', {}, 110, [{ key: 'starting', effect: 'NoSchedule' }]);

  expect(passing('n0', `n${nodeCapacity}`)).toEqual([]);
});

test('however many names somebody invents, a new node is still doubted', () => {
  const { clock, passing } = doubting();
  const names = Array.from({ length: MOST_NAMES + 1 }, (_, index) => `invented-${index}`);
  passing(...names);
  clock.now = DOUBT_MS;

  const whenFull = passing('new');
  passing(...names.map((name) => `again-${name}`));

  expect([whenFull, passing('new')]).toEqual([[], []]);
});

test('a node that the view never shows passes in time, whatever was invented before', () => {
  const { clock, passing } = doubting();
  passing(...Array.from({ length: MOST_NAMES + 1 }, (_, index) => `invented-${index}`));

  const atFirst = passing('new');
  clock.now = DOUBT_MS;

  expect([atFirst, passing('new')]).toEqual([[], ['new']]);
});

test('no node is doubted for a protected daemon, and none for a daemon that is as new, but only its own', () => {
  const { cluster, passingFor } = doubting();
  cluster.daemonSet('agent');
  cluster.daemonSet('own', { namespace: 'shop' });
  const aimed = (daemon: string, namespace = 'kube-system') =>
    cluster.daemonPodObject(daemon, { node: 'new', bound: false, namespace });

  expect(passingFor(aimed('agent'), 'new')).toEqual(['new']);
  expect(passingFor(aimed('brand-new'), 'new')).toEqual(['new']);
  expect(passingFor(aimed('brand-new'), 'newer')).toEqual([]);
  expect(passingFor(aimed('own', 'shop'), 'new')).toEqual([]);
});

test('a daemon of the system that is known, and not protected, is doubted like any other pod', () => {
  const { cluster, passingFor } = doubting({
    headroom: { daemonSets: [{ namespace: 'kube-system', name: 'other' }] },
  });
  cluster.daemonSet('agent');

  const Pod = cluster.daemonPodObject('agent', { node: 'new', bound: false });

  expect(passingFor(Pod, 'new')).toEqual([]);
});

test('a pod that only says that a DaemonSet made it, and for no node, is doubted', () => {
  const { cluster, passingFor } = doubting();
  const pod = cluster.daemonPodObject('brand-new', { node: 'new', bound: false });

  expect(passingFor({ ...pod, spec: { ...pod.spec, affinity: undefined } }, 'new')).toEqual([]);
});

test('of more new names in one call than any cluster has, the rest is refused and not remembered', () => {
  const { clock, passing, told } = doubting();
  const names = Array.from({ length: MOST_LOOKED_AT + 1 }, (_, index) => `invented-${index}`);

  const atFirst = passing(...names);
  clock.now = DOUBT_MS;
  const later = passing(...names);

  expect(atFirst).toEqual([]);
  expect(later).toEqual(names.slice(0, MOST_LOOKED_AT));
  expect(told.doubtful).toEqual([`refused ${MOST_LOOKED_AT + 1}`, 'refused 1', `passed ${MOST_LOOKED_AT}`]);
});

test('in a snapshot, which learns nothing, a name that is not in it passes at once, however many there are', () => {
  const cluster = new DaemonCluster().synced();
  const { ask, told } = extenderOver(cluster.store);
  const NodeNames = Array.from({ length: MOST_LOOKED_AT + 1 }, (_, index) => `other-${index}`);

  expect(ask('filter', { Pod: cluster.tenantPod('web'), NodeNames })).toMatchObject({ NodeNames });
  expect(told.doubtful).toEqual([`passed ${MOST_LOOKED_AT + 1}`]);
});

const GPU = 'vendor.example/gpu';

/** A node of which the view has heard that it has so many devices, and a pod that asks for one. */
function doubtingDevices(gpus: string | undefined, { isAskedByDaemon = true } = {}) {
  const over = doubting();
  const { cluster } = over;
  const containers = [{ name: 'c', resources: { requests: { cpu: '1', [GPU]: '1' } } }];
  const declare = (count: string | undefined) =>
    cluster.put('nodes', {
      metadata: { name: 'a', uid: 'a' },
      status: {
        allocatable: { cpu: '4', memory: '8Gi', pods: '110', ...(count && { [GPU]: count }) },
        conditions: [{ type: 'Ready', status: 'True' }],
      },
    });
  declare(gpus);
  cluster.put('daemonSets', {
    metadata: { name: 'monitor', namespace: 'kube-system', uid: 'ds-monitor', generation: 1 },
    spec: { template: { spec: isAskedByDaemon ? { containers } : {} } },
  });
  const pod = cluster.tenantPod('web');
  const Pod = { ...pod, spec: { ...pod.spec, containers } };
  return { ...over, declare, passes: () => over.passingFor(Pod, 'a').length > 0 };
}

test.each([
  ['not declared yet', undefined],
  ['declared as none', '0'],
])('a node that is offered for a device that is %s is doubted, and then its daemon has it', (_what, gpus) => {
  const { passes, passing, declare } = doubtingDevices(gpus);
  const others = passing('a');

  const ahead = passes();
  declare('1');
  const one = passes();
  declare('2');

  expect(others).toEqual(['a']);
  expect([ahead, one, passes()]).toEqual([false, false, true]);
});

test('a device of which the view never learns does not keep pods waiting', () => {
  const { passes, clock } = doubtingDevices(undefined);
  const atFirst = passes();

  clock.now = DOUBT_MS;

  expect([atFirst, passes()]).toEqual([false, true]);
});

test('a device that an order keeps is doubted as one that a daemon asks for', () => {
  const { passes, declare, cluster } = doubtingDevices(undefined, { isAskedByDaemon: false });
  cluster.put('orders', {
    metadata: { name: 'gpus', namespace: 'kube-system', uid: 'order-gpus', generation: 1 },
    spec: { daemonSet: true, template: { spec: { resources: { requests: { [GPU]: '1' } } } } },
  });

  const ahead = passes();
  declare('1');
  const one = passes();
  declare('2');

  expect([ahead, one, passes()]).toEqual([false, false, true]);
});

test('what no daemon asks for, and a scheduler may be told to ignore, is not doubted', () => {
  expect(doubtingDevices(undefined, { isAskedByDaemon: false }).passes()).toBe(true);
});
