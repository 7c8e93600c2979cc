/** A daemon that asks for a device is waited for from the moment on at which the node has it, and not before. */
import { expect, test } from 'vitest';
import { DaemonCluster } from './cluster-of-daemons.ts';
import { ledgerOver, PATIENCE_MS } from './ledger-over.ts';

const GPU = 'vendor.example/gpu';
const HOUR_MS = 3_600_000;

/** What a node says of its devices: undefined when no plugin has registered yet. */
function declare(cluster: DaemonCluster, gpus: string | undefined): void {
  const allocatable = { cpu: '4', memory: '8Gi', pods: '110', ...(gpus && { [GPU]: gpus }) };
  cluster.put('nodes', { metadata: { name: 'n1', uid: 'n1' }, status: { allocatable } });
}

function clusterWithMonitor(gpus: string | undefined) {
  const cluster = new DaemonCluster();
  declare(cluster, gpus);
  const resources = { requests: { cpu: '500m' }, limits: { [GPU]: '1' } };
  cluster.put('daemonSets', {
    metadata: { name: 'monitor', namespace: 'kube-system', uid: 'ds-monitor', generation: 1 },
    spec: { template: { spec: { containers: [{ name: 'c', resources }] } } },
  });
  const clock = { now: 0 };
  const { ledger } = ledgerOver(cluster, clock);
  /** `kind cpu gpus` of each hold in force, and what the sums have of the device. */
  const held = () => {
    ledger.refresh();
    const holds = ledger.holdsOn('n1').filter(({ expired }) => !expired);
    const shown = holds.map(({ kind, amounts }) => `${kind} ${amounts.get('cpu')}m ${amounts.get(GPU)}`);
    return [...shown, ledger.amounts.held(0, GPU)?.[0] ?? 0];
  };
  return { cluster, clock, held };
}

const NOTHING = [0];
const MISSING = ['missing 500m 1', 1];
const PENDING = ['pending 500m 1', 1];

test.each([
  ['not declared', undefined],
  ['declared as none', '0'],
])('a device that is %s holds nothing, and holds all at once when it is there', (_what, gpus) => {
  const { cluster, clock, held } = clusterWithMonitor(gpus);
  const before = held();

  clock.now = HOUR_MS;
  declare(cluster, '1');

  expect([before, held()]).toEqual([NOTHING, MISSING]);
});

test('patience begins when the device is there, also for a daemon that has long waited for it', () => {
  const { cluster, clock, held } = clusterWithMonitor(undefined);
  const waiting = cluster.daemonPodObject('monitor', { node: 'n1', bound: false });
  const resources = { requests: { cpu: '500m', [GPU]: '1' } };
  const containers = [{ name: 'c', resources }];
  cluster.put('pods', { ...waiting, spec: { ...waiting.spec, containers } });
  const before = held();

  clock.now = HOUR_MS;
  const longAfter = held();
  declare(cluster, '0');
  const none = held();
  clock.now += HOUR_MS;
  declare(cluster, '1');
  const there = held();
  clock.now += PATIENCE_MS - 1;
  const nearlyOver = held();
  clock.now += 1;

  expect([before, longAfter, none]).toEqual([NOTHING, NOTHING, NOTHING]);
  expect([there, nearlyOver]).toEqual([PENDING, PENDING]);
  expect(held()).toEqual(NOTHING);
});

test('a device that goes takes its hold along, and is waited for anew when it comes back', () => {
  const { cluster, clock, held } = clusterWithMonitor('1');
  held();
  clock.now = PATIENCE_MS - 1;

  declare(cluster, undefined);
  const gone = held();
  declare(cluster, '2');
  const back = held();
  clock.now += PATIENCE_MS - 1;

  expect([gone, back]).toEqual([NOTHING, MISSING]);
  expect(held()).toEqual(MISSING);
});
