import { expect, test } from 'vitest';
import { ByteBudget } from '../../../../src/server/http/bodies/byte-budget.ts';

function bodies(limit: number) {
  const budget = new ByteBudget(limit);
  const givenUp: string[] = [];
  return { budget, givenUp, open: (name: string) => budget.open(() => void givenUp.push(name)) };
}

test('a small body gets the room of the largest that is still arriving', () => {
  const { budget, givenUp, open } = bodies(100);
  open('large').grow(60);
  open('larger').grow(40);
  open('larger').grow(0);

  open('small').grow(5);

  expect(givenUp).toEqual(['large']);
  expect(budget.used).toBe(45);
});

test('a body that has arrived is answered, whatever comes', () => {
  const { budget, givenUp, open } = bodies(100);
  const first = open('first');
  first.grow(90);
  first.arrived();

  open('second').grow(20);

  expect(givenUp).toEqual(['second']);
  expect(budget.used).toBe(90);
});

test('what is released is room again, and only once', () => {
  const { budget, givenUp, open } = bodies(100);
  const first = open('first');
  first.grow(90);
  first.arrived();

  first.release();
  first.release();
  open('second').grow(100);

  expect(givenUp).toEqual([]);
  expect(budget.used).toBe(100);
});

test('a body that was given up takes no room any more', () => {
  const { budget, givenUp, open } = bodies(10);
  const body = open('body');

  body.grow(11);
  body.grow(5);
  body.release();

  expect(givenUp).toEqual(['body']);
  expect(budget.used).toBe(0);
});
