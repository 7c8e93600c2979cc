import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { KEPT_FOR_MS } from '../../src/server/http/bodies/body-memory.ts';
import { type MalformedRequest, malformedRequests } from './malformed-requests.ts';
import { ADMISSION_PATHS, reviewFor, SCHEDULER_PATHS } from './reviews.ts';
import { startTestService, type TestService } from './service.ts';

const REQUESTS_PER_PATH = 300;
const GOOD_ONE_EVERY = 50;
const SEED = 20_261_116;

/** What V8's own caches may keep after a warm-up; a leak of one body in forty would be more. */
const TOLERATED_BYTES = 6 * 1024 * 1024;
/** Other tests share the heap, and may leave something there meanwhile; a leak grows every time. */
const ROUNDS = 2;

test('2,100 malformed requests: no crash, no 5xx, memory back, good ones answered in between', async () => {
  const service = await startTestService();
  const paths = [...ADMISSION_PATHS, ...SCHEDULER_PATHS];
  for (const path of paths) await attack(service, path, 40, SEED + 1);
  const statuses = new Map<number, number>();
  let grown = Number.POSITIVE_INFINITY;

  for (let round = 0; round < ROUNDS && grown >= TOLERATED_BYTES; round += 1) {
    const before = await settledHeap();
    for (const path of paths) {
      for (const [status, count] of await attack(service, path, REQUESTS_PER_PATH, SEED)) {
        statuses.set(status, (statuses.get(status) ?? 0) + count);
      }
    }
    await sleep(KEPT_FOR_MS);
    grown = (await settledHeap()) - before;
  }

  expect([...statuses.keys()].filter((status) => status < 400 || status >= 500)).toEqual([]);
  expect([...statuses.keys()].sort()).toEqual([400, 413, 415]);
  expect(grown).toBeLessThan(TOLERATED_BYTES);
}, 180_000);

async function attack(
  service: TestService,
  path: string,
  count: number,
  seed: number,
): Promise<Map<number, number>> {
  const statuses = new Map<number, number>();
  let sent = 0;
  for (const malformed of malformedRequests(count, seed)) {
    sent += 1;
    const status = await send(service, path, malformed);
    if (status !== undefined) statuses.set(status, (statuses.get(status) ?? 0) + 1);
    if (sent % GOOD_ONE_EVERY === 0) await expectGoodAnswer(service, path);
  }
  return statuses;
}

/** Undefined when the request was cut off on purpose: nobody is there to get the answer. */
async function send(
  service: TestService,
  path: string,
  malformed: MalformedRequest,
): Promise<number | undefined> {
  const { headers, body, sendOnly } = malformed;
  if (sendOnly === undefined) return (await service.call(path, { body, headers })).status;
  const socket = await service.socket();
  socket.on('error', () => {});
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`,
  );
  socket.write(body.subarray(0, sendOnly));
  await sleep(1);
  socket.destroy();
  return undefined;
}

async function expectGoodAnswer(service: TestService, path: string): Promise<void> {
  const good = ADMISSION_PATHS.includes(path)
    ? reviewFor(path)
    : { Pod: { metadata: { name: 'web-1' } }, NodeNames: ['n1'], NodeNameToMetaVictims: {} };
  const answer = await service.post(path, good);
  expect(answer.status).toBe(200);
}

async function settledHeap(): Promise<number> {
  for (let round = 0; round < 4; round += 1) {
    await sleep(30);
    globalThis.gc?.();
  }
  return process.memoryUsage().heapUsed + process.memoryUsage().external;
}
