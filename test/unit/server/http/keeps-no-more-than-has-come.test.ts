import { expect, test } from 'vitest';
import { BodyMemory } from '../../../../src/server/http/bodies/body-memory.ts';
import { GrowingBuffer } from '../../../../src/server/http/bodies/growing-buffer.ts';

const LIMIT = 8 * 1024 * 1024;

test('a body that comes byte by byte takes at most twice its size', () => {
  const buffer = new GrowingBuffer(LIMIT, new BodyMemory());
  const pieces = Array.from({ length: 100_000 }, (_, index) => Buffer.from([index % 251]));

  for (const piece of pieces) buffer.append(piece);

  expect(buffer.capacity).toBeLessThanOrEqual(200_000);
  expect(buffer.contents().equals(Buffer.concat(pieces))).toBe(true);
});

test('nothing is taken for what is only announced, and little for a first byte', () => {
  const buffer = new GrowingBuffer(LIMIT, new BodyMemory());
  const before = buffer.capacity;

  buffer.append(Buffer.from('{'));

  expect(before).toBe(0);
  expect(buffer.capacity).toBeLessThanOrEqual(4 * 1024);
});

test.each([1, 16_384, 5 * 1024 * 1024])(
  'a body of %d bytes takes what was announced when it is whole',
  (size) => {
    const buffer = new GrowingBuffer(size, new BodyMemory());
    const body = Buffer.alloc(size, 'body');

    for (let at = 0; at < size; at += 16_384) buffer.append(body.subarray(at, at + 16_384));

    expect(buffer.capacity).toBe(size);
    expect(buffer.contents().equals(body)).toBe(true);
  },
);

test('what is given up takes nothing', () => {
  const buffer = new GrowingBuffer(LIMIT, new BodyMemory());
  buffer.append(Buffer.alloc(100_000));

  buffer.clear();

  expect([buffer.capacity, buffer.contents().length]).toEqual([0, 0]);
});

test('takes a piece that is all there is as it is, and copies one that shares its memory', () => {
  const whole = Buffer.allocUnsafeSlow(5_000).fill('a');
  const shared = Buffer.alloc(65_536, 'b').subarray(0, 5_000);

  const bodies = [whole, shared].map((piece) => {
    const kept = new GrowingBuffer(5_000, new BodyMemory());
    kept.append(piece);
    return kept.contents();
  });

  expect(bodies.map((body) => body.buffer.byteLength)).toEqual([5_000, 5_000]);
  expect(bodies.map((body) => body.toString())).toEqual(['a'.repeat(5_000), 'b'.repeat(5_000)]);
  expect(bodies.map((body) => body.buffer === whole.buffer)).toEqual([true, false]);
});

test('copies a piece that is not all there is', () => {
  const kept = new GrowingBuffer(6, new BodyMemory());
  for (const text of ['abc', 'def']) kept.append(Buffer.from(new TextEncoder().encode(text).buffer));

  expect(kept.contents().toString()).toBe('abcdef');
});
