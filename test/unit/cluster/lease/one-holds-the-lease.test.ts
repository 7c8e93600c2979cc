import { expect, test } from 'vitest';
import { microTime } from '../../../../src/cluster/lease/lease-record.ts';
import { candidate, HandTime, LeaseServer } from './lease-server.ts';

const DAY_MS = 86_400_000;

test('the first takes it, the second waits, and says who has it', async () => {
  const [server, time] = [new LeaseServer(), new HandTime()];

  const a = candidate(server, time.clock(), 'a');
  await time.pass(100);
  const b = candidate(server, time.clock(), 'b');
  await time.pass(60_000);

  expect([a.holds(), b.holds()]).toEqual([true, false]);
  expect([a.told, b.told]).toEqual([['taken'], ['held by a']]);
  expect([b.holder(), server.record?.transitions]).toEqual(['a', 0]);
  await Promise.all([a.stop(), b.stop()]);
});

test('of many that begin at once only one has it', async () => {
  const [server, time] = [new LeaseServer(), new HandTime()];

  const all = Array.from('abcdefgh', (name) => candidate(server, time.clock(), name));
  await time.pass(30_000);

  expect(all.filter((one) => one.holds())).toHaveLength(1);
  expect(all.flatMap(({ told }) => told).filter((line) => line.startsWith('failed'))).toEqual([]);
  await Promise.all(all.map((one) => one.stop()));
});

test('it is given back at the end, and the next one has it within seconds', async () => {
  const [server, time] = [new LeaseServer(), new HandTime()];
  const a = candidate(server, time.clock(), 'a');
  await time.pass(5_000);
  const b = candidate(server, time.clock(), 'b');
  await time.pass(5_000);

  await a.stop();
  const between = server.record;
  await time.pass(3_000);

  expect(a.holds()).toBe(false);
  expect(between).toMatchObject({ holder: '', durationSeconds: 1 });
  expect([b.holds(), server.record?.transitions]).toEqual([true, 1]);
  await b.stop();
});

test('one that dies keeps it for fifteen seconds, and nobody holds it twice', async () => {
  const [server, time] = [new LeaseServer(), new HandTime()];
  const dying = { api: { ...server.api } };
  const a = candidate(dying, time.clock(), 'a');
  await time.pass(4_000);
  const b = candidate(server, time.clock(), 'b');
  await time.pass(4_000);

  const dead = () => Promise.reject(new Error('dead'));
  Object.assign(dying.api, { get: dead, create: dead, update: dead });
  const since = time.now;
  let both = 0;
  while (!b.holds() && time.now - since < 60_000) {
    await time.pass(100);
    if (a.holds() && b.holds()) both += 1;
  }

  expect(time.now - since).toBeGreaterThan(12_000);
  expect(time.now - since).toBeLessThan(20_000);
  expect(both).toBe(0);
  expect(a.told.at(-1)).toMatch(/^(lost|failed)/);
  expect(a.told).toContain('lost: it could not be renewed for 10 s');
  await Promise.all([a.stop(), b.stop()]);
});

test('an API server that is away for a moment changes nothing; for long, nobody holds it, and then the same one again', async () => {
  const [server, time] = [new LeaseServer(), new HandTime()];
  const a = candidate(server, time.clock(), 'a');
  await time.pass(10_000);

  server.away = true;
  await time.pass(6_000);
  const soon = a.holds();
  await time.pass(6_000);
  const later = a.holds();
  server.away = false;
  await time.pass(3_000);

  expect([soon, later, a.holds()]).toEqual([true, false, true]);
  expect(server.record?.transitions).toBe(0);
  await a.stop();
});

test('a machine that slept has lost it, also when its even clock stood still', async () => {
  const [server, time] = [new LeaseServer(), new HandTime()];
  let asleep = 0;
  const clock = time.clock();
  const a = candidate(server, { ...clock, wall: () => new Date(time.now + asleep) }, 'a');
  await time.pass(4_000);

  const before = a.holds();
  asleep = 60_000;

  expect([before, a.holds()]).toEqual([true, false]);
  await a.stop();
});

test('clocks that differ by a day do not matter', async () => {
  const [server, time] = [new LeaseServer(), new HandTime()];
  const a = candidate(server, time.clock(-DAY_MS), 'a');
  await time.pass(3_000);
  const b = candidate(server, time.clock(DAY_MS), 'b');

  await time.pass(60_000);

  expect([a.holds(), b.holds()]).toEqual([true, false]);
  await Promise.all([a.stop(), b.stop()]);
});

test('times have the six digits that the API server asks for', () => {
  expect(microTime(new Date(1_000))).toBe('1970-01-01T00:00:01.000000Z');
});
