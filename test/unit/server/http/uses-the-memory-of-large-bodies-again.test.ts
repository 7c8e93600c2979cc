import { expect, test, vi } from 'vitest';
import { BodyMemory } from '../../../../src/server/http/bodies/body-memory.ts';
import { GrowingBuffer } from '../../../../src/server/http/bodies/growing-buffer.ts';

const MIB = 1024 * 1024;

test('the next large body lies where the last one lay, and shows nothing of it', () => {
  const memory = new BodyMemory();
  const first = bodyOf('secret', 3 * MIB, memory);
  const place = first.buffer;

  memory.give(first);
  const second = bodyOf('public', 2 * MIB, memory);

  expect(second.buffer).toBe(place);
  expect(second).toHaveLength(2 * MIB);
  expect(second.includes('secret')).toBe(false);
});

test('memory that is in use is given to nobody else', () => {
  const memory = new BodyMemory();

  const one = memory.take(MIB);
  const other = memory.take(MIB);

  expect(one.buffer).not.toBe(other.buffer);
});

test('what is given twice is there once', () => {
  const memory = new BodyMemory();
  const block = memory.take(MIB);

  memory.give(block);
  memory.give(block);

  expect(memory.take(MIB).buffer).toBe(block.buffer);
  expect(memory.take(MIB).buffer).not.toBe(block.buffer);
});

test('what has moved to another thread, and what is huge, is not kept', () => {
  const memory = new BodyMemory();
  const moved = memory.take(MIB);
  const huge = memory.take(64 * MIB);
  structuredClone(moved, { transfer: [moved.buffer] });

  memory.give(moved);
  memory.give(huge);

  expect(memory.take(MIB).length).toBe(MIB);
  expect(memory.take(64 * MIB).buffer).not.toBe(huge.buffer);
});

test('no more than a few blocks are kept, and none for long when nobody needs them', () => {
  vi.useFakeTimers();
  const memory = new BodyMemory();
  const blocks = Array.from({ length: 6 }, () => memory.take(MIB));
  for (const block of blocks) memory.give(block);
  const isOld = ({ buffer }: Buffer) => blocks.some((block) => block.buffer === buffer);

  const again = Array.from({ length: 6 }, () => memory.take(MIB));
  for (const block of again) memory.give(block);
  vi.advanceTimersByTime(60_000);
  const later = memory.take(MIB);
  vi.useRealTimers();

  expect(again.filter(isOld)).toHaveLength(4);
  expect(again.some(({ buffer }) => buffer === later.buffer)).toBe(false);
});

function bodyOf(word: string, size: number, memory: BodyMemory): Buffer<ArrayBuffer> {
  const buffer = new GrowingBuffer(size, memory);
  const piece = Buffer.alloc(64 * 1024, word);
  while (buffer.contents().length < size) buffer.append(piece);
  return buffer.contents();
}
