/** Browsers that do not read: nothing is kept for them but one answer, and then they are cut off. */
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Followers, MOST_FOLLOWERS } from '../../../../src/server/page/followers.ts';

const WHOLE = Buffer.from('whole\n\n');
const CHANGE = Buffer.from('change\n\n');

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A browser that takes so many bytes before it is behind. */
function browser(highWaterMark: number) {
  return new PassThrough({ highWaterMark });
}

function followers(whole: () => Buffer | null = () => WHOLE) {
  return new Followers({ whole, clock: () => Date.now() });
}

function read(stream: PassThrough): string {
  return String(stream.read() ?? '');
}

test('one that reads gets everything once, and then each change', () => {
  const all = followers();
  const quick = browser(1_000);
  all.add(quick);

  all.send(CHANGE);
  all.send(CHANGE);

  expect(read(quick)).toBe('whole\n\nchange\n\nchange\n\n');
});

test('one that came before there was anything gets it as soon as there is', () => {
  let known: Buffer | null = null;
  const all = followers(() => known);
  const early = browser(1_000);
  all.add(early);
  all.send(CHANGE);
  known = WHOLE;

  all.sendToNew();

  expect(read(early)).toBe('whole\n\n');
});

test('for one that does not read nothing is kept, and when it reads again it gets everything anew', async () => {
  const all = followers();
  const slow = browser(4);
  all.add(slow);

  for (let times = 0; times < 1_000; times += 1) all.send(CHANGE);
  const kept = slow.readableLength;
  const first = read(slow);
  await vi.advanceTimersByTimeAsync(1);

  expect(kept).toBe(WHOLE.length);
  expect(first + read(slow)).toBe('whole\n\nwhole\n\n');
});

test('one that goes on not reading is cut off, and those that read are not', async () => {
  const all = followers();
  const [slow, quick] = [browser(4), browser(1_000)];
  all.add(slow);
  all.add(quick);

  await vi.advanceTimersByTimeAsync(15_000);

  expect([slow.destroyed, quick.destroyed]).toEqual([true, false]);
  expect(all.size).toBe(1);
  expect(read(quick)).toBe('whole\n\n:\n\n');
});

test('a stream ends after a quarter of an hour, so that rights are looked at again', async () => {
  const all = followers();
  const quick = browser(10_000);
  all.add(quick);

  await vi.advanceTimersByTimeAsync(15 * 60_000 + 15_001);

  expect(quick.writableEnded).toBe(true);
});

test('there are no more than so many', () => {
  const all = followers();

  for (let count = 0; count < MOST_FOLLOWERS; count += 1) all.add(browser(1_000));

  expect(all.isFull).toBe(true);
});
