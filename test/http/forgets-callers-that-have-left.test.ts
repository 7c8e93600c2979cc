/** The scheduler calls one replica and then another: what it showed to the first is no alert for ever. */
import { expect, test } from 'vitest';
import { startTestService, type TestService } from './service.ts';

const MINUTE_MS = 60_000;
const CLIENT = 'daemonward-scheduler';
const CALL = { Pod: { metadata: { name: 'web', namespace: 'shop', uid: 'u1' } }, NodeNames: ['n1'] };

/** What the ops port tells of callers. */
async function told({ opsUrl }: TestService) {
  const metrics = await (await fetch(`${opsUrl}/metrics`)).text();
  const state: { certificates: { shown: Record<string, unknown> } } = JSON.parse(
    await (await fetch(`${opsUrl}/state`)).text(),
  );
  return {
    metrics: metrics.split('\n').filter((line) => line.includes(`client="${CLIENT}"`)).length,
    state: Object.keys(state.certificates.shown),
  };
}

const KNOWN = { metrics: 2, state: [CLIENT] };
const FORGOTTEN = { metrics: 0, state: [] };

async function called() {
  const clock = { now: Date.now() };
  const service = await startTestService({ now: () => new Date(clock.now) });
  await service.post('/scheduler/filter', CALL);
  return { clock, service };
}

test('an hour after its last call a caller is forgotten, and known again with the next', async () => {
  const { clock, service } = await called();

  clock.now += 59 * MINUTE_MS;
  const within = await told(service);
  clock.now += 2 * MINUTE_MS;
  const after = await told(service);
  await service.post('/scheduler/filter', CALL);

  expect(within).toEqual(KNOWN);
  expect(after).toEqual(FORGOTTEN);
  expect(await told(service)).toEqual(KNOWN);
});

test('one that goes on calling by the same connection stays known', async () => {
  const { clock, service } = await called();

  for (let minutes = 0; minutes < 120; minutes += 20) {
    clock.now += 20 * MINUTE_MS;
    await service.post('/scheduler/filter', CALL);
  }

  expect(await told(service)).toEqual(KNOWN);
});
