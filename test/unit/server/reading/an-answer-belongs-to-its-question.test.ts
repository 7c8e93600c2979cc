import { once } from 'node:events';
import { MessageChannel } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import type { GrowthShortage } from '../../../../src/policy/rules/resize.ts';
import { askedCluster } from '../../../../src/server/reading/asked-cluster.ts';
import { ANSWERED, answerOn, type Line } from '../../../../src/server/reading/questions.ts';
import { emptyView } from './empty-view.ts';

function lineBetween(): { near: Line; far: Line } {
  const { port1, port2 } = new MessageChannel();
  onTestFinished(() => port1.close());
  const signal = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  return { near: { port: port1, signal }, far: { port: port2, signal } };
}

test('an answer that comes after its question was given up is not taken for that of the next one', () => {
  const { near, far } = lineBetween();
  const { view } = askedCluster(far, 20);

  expect(() => view.namespace('garden', undefined)).toThrow('does not answer');
  near.port.postMessage({ number: 1, answer: 'of garden' });
  near.port.postMessage({ number: 2, answer: 'of shop' });
  Atomics.store(near.signal, ANSWERED, 2);

  expect(view.namespace('shop', undefined)).toBe('of shop');
});

test('room that somebody else has got between the two questions is not taken', async () => {
  const { near, far } = lineBetween();
  let taken = 0;
  const shortages: GrowthShortage[] = [];
  const roomToGrow = () => ({
    shortages: [...shortages],
    take: () => {
      taken += 1;
      return true;
    },
  });
  answerOn(near, { view: emptyView(), roomToGrow, forecast: () => null });
  const ask = async (number: number, question: object) => {
    far.port.postMessage({ number, question });
    const [message] = await once(far.port, 'message');
    return message.answer;
  };

  expect(await ask(1, { of: 'roomToGrow', resize: {} })).toEqual([]);
  shortages.push({ resource: 'cpu', growth: 1, left: 0 });
  expect(await ask(2, { of: 'take' })).toBe(false);
  expect(taken).toBe(0);

  expect(await ask(3, { of: 'roomToGrow', resize: {} })).toHaveLength(1);
  expect(await ask(4, { of: 'take' })).toBe(true);
  expect(taken).toBe(1);
});
