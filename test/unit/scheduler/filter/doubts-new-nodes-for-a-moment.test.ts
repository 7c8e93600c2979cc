import { expect, test } from 'vitest';
import { OBJECT_KINDS } from '../../../../src/cluster/records.ts';
import { DaemonCluster } from '../../headroom/cluster-of-daemons.ts';
import { extenderOver } from '../extender.ts';

const DOUBT_MS = 5_000;
const FORGOTTEN_MS = 60_000;
const MOST_NAMES = 10_000;

function doubting() {
  const cluster = new DaemonCluster('watch').synced();
  for (const kind of OBJECT_KINDS) cluster.store.markHeard(kind, { resourceVersion: '1', heardAt: 0 });
  const { ask, clock } = extenderOver(cluster.store, { staleAfterSeconds: 3_600 });
  const passingFor = (Pod: object, ...NodeNames: string[]): string[] =>
    (ask('filter', { Pod, NodeNames }) as { NodeNames: string[] }).NodeNames;
  const passing = (...names: string[]) => passingFor(cluster.tenantPod('web'), ...names);
  return { cluster, clock, passing, passingFor };
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
