import { expect, test } from 'vitest';
import { SETTLING_MS } from '../../../src/headroom/hold-clock.ts';
import { RecentBindings } from '../../../src/headroom/recent-bindings.ts';

const START = 1_000_000;

test('a daemon that was just bound is still settling, until its time is over', () => {
  const bindings = new RecentBindings();
  bindings.note('n1', 'agent', START);

  expect(bindings.has('n1', 'agent', START + SETTLING_MS - 1)).toBe(true);
  expect(bindings.has('n1', 'agent', START + SETTLING_MS)).toBe(false);
});

test('neither another daemon nor another node is', () => {
  const bindings = new RecentBindings();
  bindings.note('n1', 'agent', START);

  expect(bindings.has('n1', 'proxy', START)).toBe(false);
  expect(bindings.has('n2', 'agent', START)).toBe(false);
});

test('one that is bound again settles again, whoever came in between', () => {
  const bindings = new RecentBindings();
  bindings.note('n1', 'agent', START);
  bindings.note('n2', 'agent', START + 1);
  bindings.note('n1', 'agent', START + SETTLING_MS - 1);
  bindings.note('n3', 'agent', START + SETTLING_MS + 1);

  expect(bindings.has('n1', 'agent', START + 2 * SETTLING_MS - 2)).toBe(true);
  expect(bindings.has('n2', 'agent', START + SETTLING_MS + 1)).toBe(false);
  expect(bindings.has('n3', 'agent', START + SETTLING_MS + 1)).toBe(true);
});
