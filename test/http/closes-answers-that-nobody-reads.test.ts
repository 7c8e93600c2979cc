import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { reviewOf } from './reviews.ts';
import { startTestService } from './service.ts';

/** More than the buffers of two sockets take. */
const NAMES = Array.from({ length: 60_000 }, (_, index) => `node-${index}`.padEnd(200, 'x'));

test('an answer that nobody reads is given up after half a minute, with its connection', async () => {
  // Timers of sockets are the engine's own and go on.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { metrics, socket } = await startTestService();
  const inFlight = async () => (await metrics.inFlight.get()).values[0]?.value;
  const caller = await socket();
  caller.on('error', () => {});
  const body = JSON.stringify({
    Pod: { metadata: { name: 'web-1', namespace: 'shop', uid: 'web-1' } },
    NodeNames: NAMES,
  });
  caller.write(
    `POST /scheduler/filter HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`,
  );
  await new Promise((resolve) => caller.write(body, resolve));
  await pause(1_000);
  vi.advanceTimersByTime(29_000);
  await pause(100);
  const before = await inFlight();

  // On a busy machine the answer may be sent only now.
  for (let tries = 0; tries < 20 && (await inFlight()) !== 0; tries++) {
    vi.advanceTimersByTime(31_000);
    await pause(200);
  }
  const after = await inFlight();
  caller.destroy();

  expect([before, after]).toEqual([1, 0]);
});

test.each([
  ['request.uid', { uid: 'u'.repeat(257) }],
  ['request.namespace', { namespace: 'n'.repeat(257) }],
  ['request.kind.kind', { kind: { group: '', version: 'v1', kind: 'k'.repeat(257) } }],
])('what would come back in the answer has a longest form: %s', async (field, request) => {
  const { post } = await startTestService();

  const answer = await post('/validate/daemonsets', reviewOf(request));

  expect(answer.status).toBe(400);
  expect(answer.text).toContain(`${field}: must not have more than 256 characters`);
});
