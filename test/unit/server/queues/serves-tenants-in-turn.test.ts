import { expect, test } from 'vitest';
import type { HttpErrorCode } from '../../../../src/server/http/errors.ts';
import { type Dropped, ReviewTurns } from '../../../../src/server/queues/review-turns.ts';
import type { QueueLimits } from '../../../../src/server/queues/tenant-queues.ts';

/** What one review takes: more than half of a slice, so that each turn of the loop has room for two, and one of each tenant beyond. */
const REVIEW_MS = 0.3;

const ROOMY: QueueLimits = { count: 1_000, bytes: 1_000_000 };

interface Coming {
  readonly timeoutMs?: number;
  readonly isGone?: () => boolean;
  readonly size?: number;
}

/** An event loop whose clock stands still unless a review is answered. */
function loopWith(limits: QueueLimits = ROOMY) {
  const answered: string[] = [];
  const dropped: Dropped[] = [];
  const refused: HttpErrorCode[] = [];
  const waits: number[] = [];
  const callbacks: (() => void)[] = [];
  const loop = {
    now: 0,
    turns: 0,
    answered,
    dropped,
    refused,
    waits,
    /** A review comes whose body is `tenant name`. */
    comes(text: string, { timeoutMs = 10_000, isGone = () => false, size = 0 }: Coming = {}) {
      room.enter({
        bytes: Buffer.from(text.padEnd(size)),
        caller: { isGone, onClose: () => {} },
        timeoutMs: () => timeoutMs,
        run: () => {
          loop.now += REVIEW_MS;
          answered.push(text);
        },
        refuse: ({ code }) => refused.push(code),
      });
    },
    turn() {
      loop.turns += 1;
      for (const callback of callbacks.splice(0)) callback();
    },
    /** Until nothing waits. */
    end() {
      while (callbacks.length > 0) loop.turn();
    },
  };
  const reviews = new ReviewTurns({
    limits,
    clock: () => loop.now,
    nextTurn: (callback) => callbacks.push(callback),
    waited: (ms) => waits.push(ms),
    dropped: (why) => dropped.push(why),
  });
  const room = reviews.roomOf((bytes) => bytes.toString().split(' ')[0] ?? '');
  return { ...loop, loop, queues: reviews.queues };
}

const names = (tenant: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${tenant} ${index}`);

test('while there is little to do, a review is answered as it comes, and none waits', () => {
  const { loop, comes, turn, answered, waits } = loopWith();

  for (const name of names('a', 5)) {
    comes(name);
    expect(answered.at(-1)).toBe(name);
    turn();
  }

  expect(waits).toEqual([]);
  expect(loop.turns).toBe(5);
});

test('after a thousand of one tenant, the first of another is answered as it comes', () => {
  const { comes, answered, end } = loopWith();

  for (const name of names('a', 1_000)) comes(name);
  comes('b 0');

  expect(answered).toEqual(['a 0', 'a 1', 'a 2', 'b 0']);
  end();
  expect(answered).toHaveLength(1_001);
});

test('and its next ones in the next turn of the loop', () => {
  const { comes, turn, answered } = loopWith();

  for (const name of [...names('a', 1_000), ...names('b', 2)]) comes(name);
  turn();

  expect(answered).toEqual(['a 0', 'a 1', 'a 2', 'b 0', 'a 3', 'b 1']);
});

test('tenants are served one review each in turn, and each in the order in which its reviews came', () => {
  const { comes, answered, end } = loopWith();

  for (const name of [...names('a', 5), ...names('b', 3), ...names('c', 2)]) comes(name);
  end();

  expect(answered).toEqual(['a 0', 'a 1', 'a 2', 'b 0', 'c 0', 'a 3', 'b 1', 'c 1', 'a 4', 'b 2']);
});

test('between two slices the loop has a turn, in which the calls of schedulers and new reviews come', () => {
  const { loop, comes, end } = loopWith();

  for (const name of names('a', 100)) comes(name);
  end();

  expect(loop.turns).toBe(49);
});

test('a tenant with as many waiting as may is refused, and nobody else is', () => {
  const { comes, refused, dropped, answered, end } = loopWith({ count: 3, bytes: 1_000_000 });

  for (const name of names('a', 10)) comes(name);
  comes('b 0');

  expect(refused).toEqual(Array(4).fill('overloaded'));
  expect(dropped).toEqual(Array(4).fill('full'));
  end();
  expect(answered).toEqual(['a 0', 'a 1', 'a 2', 'b 0', 'a 3', 'a 4', 'a 5']);
});

test('the same of bytes; but one alone may be as large as it likes', () => {
  const { comes, refused, queues } = loopWith({ count: 100, bytes: 250 });

  for (const name of names('a', 6)) comes(name, { size: 100 });
  for (const name of names('b', 2)) comes(name, { size: 1_000 });

  expect(refused).toEqual(['overloaded']);
  expect(queues.longest(1)).toEqual([{ tenant: 'a', waiting: 2, bytes: 200 }]);
  expect(queues).toMatchObject({ size: 3, tenants: 2 });
});

test('nothing is done for a caller who has gone, or does not wait any longer', () => {
  const { loop, comes, answered, dropped, refused, end } = loopWith();
  let isGone = false;

  for (const name of names('a', 3)) comes(name);
  comes('a gone', { isGone: () => isGone });
  comes('a late', { timeoutMs: 1_000 });
  comes('a 3');
  isGone = true;
  loop.now += 1_001;
  end();

  expect(answered).toEqual(['a 0', 'a 1', 'a 2', 'a 3']);
  expect(dropped).toEqual(['gone', 'late']);
  expect(refused).toEqual(['overloaded', 'overloaded']);
});

test('those who have gone make room before anybody is refused', () => {
  const { comes, dropped, answered, end } = loopWith({ count: 2, bytes: 1_000 });

  for (const name of names('a', 3)) comes(name);
  for (const name of names('a', 2)) comes(`${name} gone`, { isGone: () => true });
  comes('a 3');
  end();

  expect(dropped).toEqual(['gone', 'gone']);
  expect(answered).toEqual(['a 0', 'a 1', 'a 2', 'a 3']);
});

test('however many names of tenants there are, a bounded number has queues of its own', () => {
  const { comes, queues, answered, end } = loopWith({ count: 5_000, bytes: 1_000_000 });

  const tenants = Array.from({ length: 3_000 }, (_, index) => `tenant-${index}`);
  for (const tenant of tenants) for (const name of names(tenant, 2)) comes(name);

  expect(queues.tenants).toBeLessThanOrEqual(1_001);
  end();
  expect(new Set(answered).size).toBe(6_000);
});
