/** Which gates come off next: in turns, as fast as the scheduler keeps up, and past whoever is stuck. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { OTHERS, OURS, tenantsOf, waitingCluster } from './waiting.ts';

test('as many as the window has room for, and one more for each that is placed', () => {
  const { gated, release, bind } = waitingCluster({ window: 4 });
  gated('a', 10);

  expect(release()).toEqual(['a/g0', 'a/g1', 'a/g2', 'a/g3']);
  expect(release()).toEqual([]);
  bind('a/g0');
  expect(release()).toEqual(['a/g4']);
});

test('tenants take turns by weight', () => {
  const { gated, release } = waitingCluster({
    window: 14,
    weights: [
      { tenant: 'b', weight: 2 },
      { tenant: 'c*', weight: 4 },
    ],
  });
  for (const tenant of ['a', 'b', 'c']) gated(tenant, 20);

  const released = tenantsOf(release());
  expect(['a', 'b', 'c'].map((tenant) => released.filter((one) => one === tenant).length)).toEqual([2, 4, 8]);
});

test('priority before age before the order in which they were seen, within a tenant', () => {
  const { put, release } = waitingCluster({ window: 10 });
  put('a', 'young', { gates: [OURS], createdAt: 20 });
  put('a', 'old', { gates: [OURS], createdAt: 10 });
  put('a', 'old-too', { gates: [OURS], createdAt: 10 });
  put('a', 'urgent', { gates: [OURS], createdAt: 30, priority: 5 });

  expect(release()).toEqual(['a/urgent', 'a/old', 'a/old-too', 'a/young']);
});

test('priority buys no turns from others', () => {
  const { gated, release } = waitingCluster({ window: 8 });
  gated('a', 20, { priority: 1_000_000 });
  gated('b', 20);

  expect(tenantsOf(release()).filter((tenant) => tenant === 'b')).toHaveLength(4);
});

test('a pod that others hold too is left, and comes when they let it go', () => {
  const { put, release } = waitingCluster();
  put('a', 'p', { gates: [OURS, OTHERS] });
  expect(release()).toEqual([]);

  put('a', 'p', { gates: [OURS] });
  expect(release()).toEqual(['a/p']);
});

test('pods of one group come together and cost as many turns; one namespace cannot call the group of another', () => {
  const { put, gated, release } = waitingCluster({ window: 4 }, ['a', 'b']);
  for (let index = 0; index < 10; index += 1) put('a', `m${index}`, { gates: [OURS], group: 'job' });
  put('b', 'same-name', { gates: [OURS], group: 'job' });
  gated('b', 40);

  const first = release();
  expect(first.filter((uid) => uid.startsWith('a/'))).toHaveLength(10);
  expect(first.filter((uid) => uid.startsWith('b/')).length).toBeLessThanOrEqual(2);
});

test('a group goes in parts of two hundred', () => {
  const { put, release } = waitingCluster({ window: 1 }, ['a', 'b']);
  for (let index = 0; index < 300; index += 1) put('a', `m${index}`, { gates: [OURS], group: 'job' });

  expect(release()).toHaveLength(200);
});

test('a thousand pods without a place stop nobody', () => {
  const { put, gated, release } = waitingCluster({ window: 4 });
  for (let index = 0; index < 1_000; index += 1) put('a', `u${index}`, { reason: 'Unschedulable' });
  gated('b', 10);

  expect(release()).toHaveLength(4);
});

test('pods that nobody looks at hold up their own tenant alone, and that for half a minute', () => {
  const { gated, release, bind, pass } = waitingCluster({ window: 4 });
  gated('a', 50);
  expect(release()).toHaveLength(4);
  gated('b', 50);
  // Its part of the window is its own, whatever the others do.
  for (let round = 0; round < 5; round += 1) {
    const released = release();
    expect(released.length).toBeGreaterThan(0);
    expect(new Set(tenantsOf(released))).toEqual(new Set(['b']));
    for (const uid of released) bind(uid);
  }

  pass(30_000);
  expect(tenantsOf(release())).toContain('a');
});

test('each scheduler has a queue of its own', () => {
  const { put, release } = waitingCluster({ window: 2, schedulers: ['default-scheduler', 'other'] });
  for (let index = 0; index < 5; index += 1) {
    put('a', `one${index}`, { gates: [OURS] });
    put('a', `two${index}`, { gates: [OURS], scheduler: 'other' });
  }

  expect(release()).toHaveLength(4);
});

test('what could not be taken off comes again: at once, or when others of its tenant have been', () => {
  const { book, gated, pass } = waitingCluster({ window: 2 });
  gated('a', 4);
  const [first, second] = book.due(10);
  if (first === undefined || second === undefined) throw new Error('nothing is due');
  book.failed(first, true);
  book.failed(second, false);

  expect(book.due(10).map(({ name }) => name)).toEqual(['g1', 'g2']);
  pass(30_000);
  expect(book.due(10).map(({ name }) => name)).toContain('g0');
});

test('what was taken off and never shows is tried again', () => {
  const { book, gated, pass } = waitingCluster({ window: 2 });
  gated('a', 1);
  expect(book.due(10)).toHaveLength(1);
  expect(book.due(10)).toHaveLength(0);

  pass(10_000);
  expect(book.due(10)).toHaveLength(1);
});

test('switched off, all gates come off, also beside those of others', () => {
  const { book, gated, put, configure } = waitingCluster({ window: 2 });
  gated('a', 50);
  put('b', 'held', { gates: [OURS, OTHERS] });
  configure({ mode: 'off' });

  expect(book.due(1_000)).toHaveLength(51);
  expect(book.due(1_000)).toHaveLength(0);
});

test('the window stretches while the scheduler runs out of work, and comes back', () => {
  const { gated, release, bind, pass, book } = waitingCluster({ window: 10 }, ['a', 'b']);
  gated('a', 5_000);
  const size = () => book.lines().get('default-scheduler')?.windowSize;
  for (let round = 0; round < 5; round += 1) {
    for (const uid of release()) bind(uid);
    pass(250);
  }
  expect(size()).toBe(50);

  release();
  for (let round = 0; round < 40; round += 1) pass(250);
  expect(size()).toBe(10);
});

test('whatever comes and goes: nobody is forgotten, nobody is released twice, and a window is never empty beside gated pods', () => {
  const deeds = fc.array(
    fc.record({
      tenant: fc.constantFrom('a', 'b', 'c'),
      deed: fc.constantFrom('create', 'create', 'create', 'bind', 'remove', 'fail', 'pass'),
      at: fc.nat(1_000),
    }),
    { maxLength: 300 },
  );
  fc.assert(
    fc.property(deeds, (list) => {
      const cluster = waitingCluster({ share: 3, window: 3 });
      const open = new Set<string>();
      const closed = new Set<string>();
      let number = 0;
      for (const { tenant, deed, at } of list) {
        const all = [...open];
        const chosen = all[at % Math.max(1, all.length)];
        if (deed === 'create') {
          number += 1;
          const isGated = cluster.create(tenant, `p${number}`);
          (isGated ? closed : open).add(`${tenant}/p${number}`);
        } else if (deed === 'pass') cluster.pass(at);
        else if (chosen !== undefined) {
          if (deed === 'bind') cluster.bind(chosen);
          else cluster.remove(chosen);
          open.delete(chosen);
        }
        for (const uid of cluster.release()) {
          expect(closed.delete(uid)).toBe(true);
          open.add(uid);
        }
        if (closed.size > 0) expect(open.size).toBeGreaterThan(0);
      }
      for (let round = 0; round < 2_000 && closed.size + open.size > 0; round += 1) {
        for (const uid of open) cluster.bind(uid);
        open.clear();
        for (const uid of cluster.release()) {
          closed.delete(uid);
          open.add(uid);
        }
      }
      expect([...closed]).toEqual([]);
      expect([...cluster.book.lines().values()].map((line) => line.tenants.size)).toEqual(
        [...cluster.book.lines()].map(() => 0),
      );
    }),
    { numRuns: 100 },
  );
});
