/** A resize that was admitted counts beside what the view shows of its pod, until the view shows it, and not for long. */
import { expect, test } from 'vitest';
import type { SlimPod } from '../../../../src/cluster/records.ts';
import { ResizesInFlight } from '../../../../src/scheduler/account/flight/resizes-in-flight.ts';
import { project } from '../../cluster/records.ts';
import { DaemonCluster, type TenantPodOptions } from '../../headroom/cluster-of-daemons.ts';

const RESIZE_LIMIT_MS = 5_000;
const MOST_RESIZES = 5_000;
const SOMEBODY = { pod: { uid: 'somebody' }, priority: 0 };

/** A pod of 1 cpu on n1, as the view shows it; n2 has none. */
function resizing() {
  const cluster = new DaemonCluster();
  for (const node of ['n1', 'n2']) cluster.node(node);
  const onTheirWay = new Set<string>();
  const resizes = new ResizesInFlight(cluster.store, (uid) => onTheirWay.has(uid));
  const shows = (options: TenantPodOptions, name = 'web') =>
    cluster.putTenantPod(name, { node: 'n1', cpu: '1', ...options });
  shows({});
  const grows = (options: TenantPodOptions, now = 0, name = 'web') =>
    resizes.enter(project('pods', cluster.tenantPod(name, { node: 'n1', ...options })), now);
  /** By node: the cpu that is taken beyond what the view shows. */
  const taken = (asking = SOMEBODY) => [0, 1].map((node) => resizes.on(node, 'cpu', asking));
  return { cluster, onTheirWay, resizes, shows, grows, taken };
}

test('what the pod grows by is taken from everybody but itself, on its node', () => {
  const { resizes, grows, taken } = resizing();
  const before = resizes.countsFor();

  grows({ cpu: '3', memory: '1Ki' });

  expect([before, resizes.countsFor()]).toEqual([false, true]);
  expect(taken()).toEqual([2_000, 0]);
  expect(taken({ ...SOMEBODY, pod: { uid: 'web' } })).toEqual([0, 0]);
  expect(resizes.on(0, 'memory', SOMEBODY)).toBe(1_024);
});

test('what shrinks gives nothing to others before the view shows it', () => {
  const { grows, taken } = resizing();

  grows({ cpu: '500m', memory: '1Ki' });

  expect(taken()).toEqual([0, 0]);
});

test('a part that the view shows is not counted twice, and with the whole it is over', () => {
  const { resizes, shows, grows, taken } = resizing();
  grows({ cpu: '3' });

  shows({ cpu: '2' });
  const half = [resizes.size, ...taken()];
  shows({ cpu: '3' });

  expect(half).toEqual([1, 1_000, 0]);
  expect([resizes.size, ...taken()]).toEqual([0, 0, 0]);
});

test.each<[what: string, happens: (over: ReturnType<typeof resizing>) => void]>([
  ['is gone', ({ cluster }) => cluster.gone('pods', 'web')],
  ['is on another node', ({ shows }) => shows({ node: 'n2' })],
  [
    'has ended',
    ({ cluster }) => {
      const pod = cluster.tenantPod('web', { node: 'n1', cpu: '1' });
      cluster.put('pods', { ...pod, status: { ...pod.status, phase: 'Succeeded' } });
    },
  ],
])('it is over when the pod %s', (_what, happens) => {
  const over = resizing();
  over.grows({ cpu: '3' });

  happens(over);

  expect([over.resizes.size, ...over.taken()]).toEqual([0, 0, 0]);
});

test('news of other pods, and news that show nothing of it, do not end it', () => {
  const { resizes, shows, grows } = resizing();
  grows({ cpu: '3' });

  shows({ cpu: '3' }, 'other');
  shows({ cpu: '1', priority: 5 });

  expect(resizes.size).toBe(1);
});

test('each is waited for just so long, the oldest first', () => {
  const { resizes, shows, grows } = resizing();
  shows({}, 'later');
  grows({ cpu: '2' }, 1_000);
  grows({ cpu: '2' }, 1_001, 'later');
  const sizeAt = (now: number) => {
    resizes.expire(now);
    return resizes.size;
  };

  expect([sizeAt(RESIZE_LIMIT_MS + 999), sizeAt(RESIZE_LIMIT_MS + 1_000)]).toEqual([2, 1]);
  expect(sizeAt(RESIZE_LIMIT_MS + 1_001)).toBe(0);
});

test('a pod that is not on that node, nor on its way there, was invented', () => {
  const { resizes, onTheirWay, grows, taken } = resizing();

  grows({ cpu: '3' }, 0, 'invented');
  grows({ cpu: '3', node: 'n2' });
  const invented = resizes.size;
  onTheirWay.add('arrives');
  grows({ cpu: '3' }, 0, 'arrives');

  expect(invented).toBe(0);
  expect(taken()).toEqual([3_000, 0]);
});

test('one that is still on its way to its node is not over because the view shows it unbound', () => {
  const { cluster, resizes, onTheirWay, shows, grows } = resizing();
  onTheirWay.add('arrives');
  grows({ cpu: '3' }, 0, 'arrives');

  cluster.putTenantPod('arrives', { cpu: '3' });
  const unbound = resizes.size;
  shows({ cpu: '3' }, 'arrives');

  expect([unbound, resizes.size]).toEqual([1, 0]);
});

test('what the pod had before a shrink that is on its way too does not show that it has grown', () => {
  const { resizes, shows, grows } = resizing();
  shows({ cpu: '3' });
  grows({ cpu: '2' });

  shows({ cpu: '3', priority: 1 });
  const before = resizes.size;
  shows({ cpu: '1' });
  const shrunk = resizes.size;
  shows({ cpu: '2' });

  expect([before, shrunk, resizes.size]).toEqual([1, 1, 0]);
});

test('of two of one pod the last counts, and which of them the view shows nobody can tell', () => {
  const { resizes, shows, grows, taken } = resizing();
  grows({ cpu: '4' });

  grows({ cpu: '2' });
  const last = taken();
  shows({ cpu: '4' });

  expect(last).toEqual([1_000, 0]);
  expect(resizes.size).toBe(1);
});

test('when no more can be remembered it says so, and one that is known may still become another', () => {
  const { cluster, resizes, onTheirWay, grows, taken } = resizing();
  const pod: SlimPod = project('pods', cluster.tenantPod('web', { node: 'n1', cpu: '0' }));
  for (let index = 1; index < MOST_RESIZES; index += 1) {
    onTheirWay.add(`p${index}`);
    resizes.enter({ ...pod, uid: `p${index}` }, 0);
  }
  const before = resizes.isFull;
  grows({ cpu: '2' });
  const full = resizes.isFull;

  onTheirWay.add('one-more');
  resizes.enter({ ...pod, uid: 'one-more' }, 0);
  grows({ cpu: '3' });

  expect([before, full, resizes.size]).toEqual([false, true, MOST_RESIZES]);
  expect(taken()).toEqual([2_000, 0]);
});
