/** Of several default priority classes that one counts which the API server takes for new pods. */
import { expect, test } from 'vitest';
import { defaultPriorityClass } from '../../../src/cluster/default-priority.ts';
import { emptyStore, project } from './records.ts';

function nameOfDefault(classes: readonly (readonly [name: string, value: number, globalDefault: boolean])[]) {
  const store = emptyStore();
  for (const [name, value, globalDefault] of classes) {
    store.put('priorityClasses', project('priorityClasses', { metadata: { name }, value, globalDefault }));
  }
  return defaultPriorityClass(store)?.name;
}

test('none without a class that says so', () => {
  expect(nameOfDefault([])).toBeUndefined();
  expect(nameOfDefault([['low', -5, false]])).toBeUndefined();
});

test('the lowest of several, wherever it stands', () => {
  const high = ['high', 1000, true] as const;
  const low = ['low', -5, true] as const;

  expect(nameOfDefault([high, low])).toBe('low');
  expect(nameOfDefault([low, high, ['lowest', -9, false]])).toBe('low');
});

test('the first of equal ones', () => {
  expect(
    nameOfDefault([
      ['a', 7, true],
      ['b', 7, true],
    ]),
  ).toBe('a');
});
