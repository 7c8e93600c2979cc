/** Which new pods get a gate, and which never do. */
import { expect, test } from 'vitest';
import { OTHERS, waitingCluster } from './waiting.ts';

function names(count: number, from = 0): string[] {
  return Array.from({ length: count }, (_, index) => `p${from + index}`);
}

test('a share of a tenant passes, and the next ones wait', () => {
  const { create } = waitingCluster({ share: 5 });

  expect(names(8).map((name) => create('a', name))).toEqual([
    ...Array(5).fill(false),
    ...Array(3).fill(true),
  ]);
});

test('a burst is counted before the watch shows any of it, and forgotten when it never comes', () => {
  const { asks, pass } = waitingCluster({ share: 5 });

  expect(names(6).map(() => asks('a'))).toEqual([...Array(5).fill(false), true]);
  pass(6_000);
  expect(asks('a')).toBe(false);
});

test('what is only tried is not counted', () => {
  const { asks } = waitingCluster({ share: 2 });

  expect(names(10).some(() => asks('a', '', true))).toBe(false);
});

test('with one tenant nobody gets a gate, however many; the namespace default is none', () => {
  const { create } = waitingCluster({}, ['a', 'default', 'kube-system']);

  expect(names(100).some((name) => create('a', name))).toBe(false);
});

test('a tenant whose pods wait in the namespace default is one', () => {
  const { create } = waitingCluster({ share: 2 }, ['a', 'default']);
  create('default', 'first');

  expect(names(4).map((name) => create('a', name))).toEqual([false, false, true, true]);
});

test('the system tenant, other schedulers and a mode of off never', () => {
  const { create, configure } = waitingCluster({ share: 1 }, ['a', 'b', 'kube-system']);

  expect(names(9).some((name) => create('kube-system', name))).toBe(false);
  expect(names(9).some((name) => create('a', name, { scheduler: 'volcano' }))).toBe(false);
  configure({ mode: 'off' });
  expect(names(9, 20).some((name) => create('a', name))).toBe(false);
});

test('a short queue has no gates: what was placed does not count', () => {
  const { create, bind } = waitingCluster({ share: 2 });

  for (const name of names(50)) {
    expect(create('a', name)).toBe(false);
    bind(`a/${name}`);
  }
});

test('pods that found no place do not count, nor those that a scheduler has a node in mind for', () => {
  const { create, put } = waitingCluster({ share: 3 });
  for (const name of names(1_000)) put('a', name, { reason: 'Unschedulable' });
  for (const name of names(1_000, 1_000)) put('a', name, { nominated: 'n1' });

  expect(create('a', 'next')).toBe(false);
});

test('a gate of their own does not bring pods past the queue', () => {
  const { create } = waitingCluster({ share: 3 });

  const gated = names(10).map((name) => create('a', name, { gates: [OTHERS] }));
  expect(gated).toEqual([...Array(3).fill(false), ...Array(7).fill(true)]);
});

test('who comes again and again with less than a share gets no more than its turns while others wait', () => {
  const { create, bind, gated, release } = waitingCluster({ share: 5, window: 4 });
  gated('a', 1_000);
  let direct = 0;
  let others = 0;
  for (const name of names(200)) {
    if (!create('b', name)) {
      direct += 1;
      bind(`b/${name}`);
    }
    for (const uid of release()) {
      if (uid.startsWith('a/')) others += 1;
      bind(uid);
    }
  }

  // All of it was at once free to go: so b never has more than a share before a has had as many.
  expect(direct).toBeLessThanOrEqual(others + 5);
});

test('many tenants with less than a share each make a queue that is not short', () => {
  const tenants = Array.from({ length: 30 }, (_, index) => `t${index}`);
  const { create } = waitingCluster({ share: 5, window: 4 }, tenants);
  const passed = tenants.flatMap((tenant) => names(4).map((name) => create(tenant, name)));

  // A window, two shares, and one of each.
  expect(passed.filter((isGated) => !isGated).length).toBeLessThanOrEqual(4 + 2 * 5 + tenants.length);
});

test('a tenant with just a share, beside another whose pods fill the window, gets no gate', () => {
  const { create } = waitingCluster({ share: 5, window: 4 });
  for (const name of names(5)) create('a', name);

  expect(names(5).map((name) => create('b', name))).toEqual(Array(5).fill(false));
});

test('where nobody takes gates off for a while, nobody gets one', () => {
  const { create, gated, pass, release } = waitingCluster({ share: 2 });
  gated('a', 10);
  for (let second = 0; second < 14; second += 1) pass(1_000);
  expect(create('a', 'early')).toBe(true);
  pass(1_000);
  pass(1_000);
  expect(create('a', 'late')).toBe(false);

  release();
  pass(1_000);
  expect(create('a', 'again')).toBe(true);
});

test('the rest of a group that has begun follows, within a bound, and is charged', () => {
  const { create } = waitingCluster({ share: 5 });
  const passed = names(300).map((name) => create('a', name, { group: 'job' }));

  expect(passed.filter((isGated) => !isGated)).toHaveLength(200);
  expect(create('a', 'other')).toBe(true);
});
