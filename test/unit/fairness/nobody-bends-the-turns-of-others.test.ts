/** What somebody could do who only wants to hurt, or to be first. */
import { expect, test } from 'vitest';
import { project } from '../cluster/records.ts';
import { OURS, tenantsOf, waitingCluster } from './waiting.ts';

const TENANT = 'capsule.clastix.io/tenant';

test('names of schedulers that nobody has leave nothing behind', () => {
  const { put, release, remove, pass, book } = waitingCluster();
  for (let index = 0; index < 500; index += 1) {
    put('a', `p${index}`, { gates: [OURS], scheduler: `invented-${index}` });
    release();
    remove(`a/p${index}`);
  }
  pass(250);

  expect(book.lines().size).toBeLessThanOrEqual(1);
});

test('and take nothing of what may be done in a second from those that have turns', () => {
  const { put, gated, book } = waitingCluster({ window: 4 });
  for (let index = 0; index < 50; index += 1) {
    put('a', `p${index}`, { gates: [OURS], scheduler: `invented-${index}` });
  }
  gated('b', 4);

  expect(tenantsOf(book.due(4).map(({ uid }) => uid))).toEqual(['b', 'b', 'b', 'b']);
});

test("pods that are seen before their namespace are their tenant's as soon as that is seen", () => {
  const { put, store, book } = waitingCluster({}, ['a']);
  for (const namespace of ['shop', 'mail']) {
    put(namespace, 'p', { gates: [OURS] });
    store.put(
      'namespaces',
      project('namespaces', { metadata: { name: namespace, labels: { [TENANT]: 'oil' } } }),
    );
  }

  const [line] = book.lines().values();
  expect(Array.from(line?.tenants.values() ?? [], ({ tenant, gated }) => [tenant.name, gated.size])).toEqual([
    ['oil', 2],
  ]);
});

test("a namespace that changes hands moves its own pods, and nobody else's debts are forgotten", () => {
  const { gated, put, bind, release, store, book } = waitingCluster({ window: 10 });
  gated('b', 40);
  for (let index = 0; index < 20; index += 1) put('a', `m${index}`, { gates: [OURS], group: 'job' });
  const released = release();
  const before = book.lines().get('default-scheduler')?.inWindow;

  store.put('namespaces', project('namespaces', { metadata: { name: 'c', labels: { [TENANT]: 'oil' } } }));

  expect(book.lines().get('default-scheduler')?.inWindow).toBe(before);
  gated('a', 5);
  for (const uid of released) bind(uid);
  // The group of a was twenty at once.
  expect(tenantsOf(release()).filter((tenant) => tenant === 'a').length).toBeLessThanOrEqual(1);
});

test('a group that comes again every day starts together every day', () => {
  const { create, bind, pass } = waitingCluster({ share: 5 });
  for (let day = 0; day < 30; day += 1) {
    const passed = Array.from({ length: 10 }, (_, index) =>
      create('a', `d${day}-${index}`, { group: 'job' }),
    );

    expect(passed).not.toContain(true);
    for (let index = 0; index < 10; index += 1) bind(`a/d${day}-${index}`);
    for (let minute = 0; minute < 2; minute += 1) pass(60_000);
  }
});

test('where nobody waits nothing is remembered of those who came, whoever holds the Lease', () => {
  const { put, bind, pass, book } = waitingCluster();
  for (let index = 0; index < 100; index += 1) {
    put(`n${index}`, 'p');
    bind(`n${index}/p`);
  }
  pass(250);

  expect(Math.max(0, ...[...book.lines().values()].map(({ turns }) => turns.size))).toBe(0);
});

/** A scheduler that places one after the other, in the order in which gates came off: whose they were. */
function placedInTurn({ release, bind, pass }: ReturnType<typeof waitingCluster>, count: number): string[] {
  const queue: string[] = [];
  const placed: string[] = [];
  while (placed.length < count) {
    queue.push(...release());
    const uid = queue.shift();
    if (uid === undefined) break;
    bind(uid);
    placed.push(uid);
    // Fifty a second.
    pass(20);
  }
  return tenantsOf(placed);
}

test('whoever calls all its pods groups has no more turns than who does not', () => {
  const cluster = waitingCluster({ window: 25 }, ['a', 'b']);
  for (let index = 0; index < 3_000; index += 1) {
    cluster.put('a', `m${index}`, { gates: [OURS], group: `job-${Math.floor(index / 200)}` });
  }
  cluster.gated('b', 3_000);

  const placed = placedInTurn(cluster, 2_000);

  const ofB = placed.filter((tenant) => tenant === 'b').length;
  expect(ofB).toBeGreaterThan(850);
});

test('but whose turn it is and whose pods are stuck holds nobody up', () => {
  const cluster = waitingCluster({ window: 25 }, ['a', 'b']);
  cluster.gated('a', 500);
  expect(cluster.release()).toHaveLength(25);
  cluster.gated('b', 500);

  // Nobody looks at those of a.
  const placed = placedInTurn(cluster, 400);

  expect(placed.filter((tenant) => tenant === 'b').length).toBeGreaterThan(350);
});
