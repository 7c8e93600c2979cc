import { expect, test } from 'vitest';
import { DecisionRing, type NewDecision } from '../../../src/explain/decisions/decision-ring.ts';

function refusal(namespace: string, name: string, words = 'DW504 room held for daemons'): NewDecision {
  return {
    key: `${namespace}/${name}`,
    kind: 'filter',
    outcome: 'refused',
    object: { kind: 'Pod', namespace, name, tenant: '', partition: '' },
    codes: { DW504: 3 },
    words,
  };
}

test('a decision that is made again is one, with how often, the first time and the last', () => {
  const ring = new DecisionRing();
  ring.add(refusal('shop', 'web'), 1_000);
  ring.add(refusal('shop', 'db'), 2_000);
  ring.add(refusal('shop', 'web'), 3_000);

  const all = [...ring.all()];

  expect(all.map(({ object, times, sequence }) => [object.name, times, sequence])).toEqual([
    ['db', 1, 2],
    ['web', 2, 3],
  ]);
  expect(all[1]).toMatchObject({ first: new Date(1_000).toISOString(), last: new Date(3_000).toISOString() });
});

test('who follows gets what is new since, oldest first; of too much the newest', () => {
  const ring = new DecisionRing();
  for (let index = 1; index <= 5; index += 1) ring.add(refusal('shop', `p${index}`), index);

  expect(ring.since(2, 10).map(({ sequence }) => sequence)).toEqual([3, 4, 5]);
  expect(ring.since(0, 2).map(({ sequence }) => sequence)).toEqual([4, 5]);
  expect(ring.since(5, 10)).toEqual([]);
  expect(ring.latest).toBe(5);
});

test('a flood of one namespace pushes out its own and nothing of others', () => {
  const ring = new DecisionRing();
  ring.add(refusal('garden', 'web'), 0);

  for (let index = 0; index < 50_000; index += 1) ring.add(refusal('kitchen', `p${index}`), index);

  const namespaces = [...ring.all()].map(({ object }) => object.namespace);
  expect(namespaces).toContain('garden');
  expect(namespaces.length).toBeLessThanOrEqual(201);
});

test('it is bounded in number, whoever asks', () => {
  const ring = new DecisionRing();

  for (let index = 0; index < 20_000; index += 1) ring.add(refusal(`ns-${index % 500}`, `p${index}`), index);

  expect(ring.size).toBe(2_000);
  expect([...ring.all()].at(-1)?.object.name).toBe('p19999');
});

test('it is bounded in size, however long the words are', () => {
  const ring = new DecisionRing();

  for (let index = 0; index < 1_000; index += 1) {
    ring.add(refusal(`ns-${index}`, `p${index}`, 'x'.repeat(50_000)), index);
  }

  const characters = [...ring.all()].reduce((sum, { words }) => sum + words.length, 0);
  expect(characters).toBeLessThanOrEqual(2_000_000);
  expect(ring.size).toBeGreaterThan(10);
});
