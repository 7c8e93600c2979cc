/**
 * Some processes, and a network that loses and delays requests and answers; machines that sleep, and clocks that are set. Nobody
 * ever holds the Lease within the time that a write of the one before may still take.
 */
import { expect, test } from 'vitest';
import type { ApiClient } from '../../../../src/cluster/api/api-client.ts';
import { type LeaseClock, WRITTEN_WITHIN_MS } from '../../../../src/cluster/lease/lease.ts';
import { type Random, seededRandom } from '../../../snapshot/random.ts';
import { type Candidate, candidate, HandTime, LeaseServer } from './lease-server.ts';

const CASES = 40;
const STEPS = 40;
/** As finely as moments are looked at. */
const LOOK_MS = 500;
/** Longer than a Lease that nobody renews, a round of trying, and the slowest requests of it. */
const QUIET_MS = 30_000;
const DELAYS_MS = [100, 3_000, 6_000, 12_000] as const;

type LeaseApi = Pick<ApiClient, 'get' | 'create' | 'update'>;

/** What the network does to the requests of one process from now on. */
interface Network {
  isCut: boolean;
  /** A request does what it says, and its answer is lost. */
  losesAnswers: boolean;
  requestMs: number;
  answerMs: number;
}

const GOOD: Network = { isCut: false, losesAnswers: false, requestMs: 0, answerMs: 0 };

interface Process {
  readonly name: string;
  readonly network: Network;
  readonly machine: Machine;
  readonly lease: Candidate;
  /** It was told to end: what it has written before it gives the Lease back is over. */
  isEnding: boolean;
  /** When it was last seen to hold the Lease. */
  heldAt: number;
}

/** While it sleeps its even clock stands still, and the time of day goes on. That of day may be set, and the even one not. */
class Machine {
  readonly #time: HandTime;
  #slept = 0;
  #nap = { from: 0, lasts: 0 };
  wallAheadMs = 0;

  constructor(time: HandTime) {
    this.#time = time;
  }

  sleep(lasts: number): void {
    this.#slept = this.#sleptUntilNow();
    this.#nap = { from: this.#time.now, lasts };
  }

  clock(random: Random): LeaseClock {
    return {
      ...this.#time.clock(),
      monotonic: () => this.#time.now - this.#sleptUntilNow(),
      wall: () => new Date(this.#time.now + this.wallAheadMs),
      random: () => random.below(1_000) / 1_000,
    };
  }

  #sleptUntilNow(): number {
    return this.#slept + Math.min(this.#nap.lasts, this.#time.now - this.#nap.from);
  }
}

class Replicas {
  readonly server = new LeaseServer();
  readonly time = new HandTime();
  readonly all: Process[];
  readonly #ending = new Set<Process>();
  readonly #random: Random;
  /** One of the two in a case: a clock that is set while the other stands still is beyond what two clocks can tell. */
  readonly #clockFault: 'sleep' | 'set';
  taken = 0;

  constructor(random: Random) {
    this.#random = random;
    this.#clockFault = random.pick(['sleep', 'set']);
    this.all = ['a', 'b', 'c'].map((name) => this.#begin(name));
  }

  /** Something happens to somebody. */
  happen(): void {
    const { pick, below } = this.#random;
    // What happens to the others is seldom of consequence.
    const one =
      this.all.find(({ lease }) => lease.holds() && below(2) === 0) ?? this.all[below(this.all.length)];
    if (one === undefined) return;
    const { network, machine } = one;
    const what = pick([
      'cut',
      'cut',
      'lose',
      'slow',
      'late',
      'late',
      'mend',
      'mend',
      this.#clockFault,
      'end',
      'away',
    ]);
    if (what === 'cut') network.isCut = true;
    if (what === 'lose') network.losesAnswers = true;
    if (what === 'slow') network.requestMs = pick(DELAYS_MS);
    if (what === 'late') network.answerMs = pick(DELAYS_MS);
    if (what === 'mend') this.#mend(one);
    if (what === 'sleep') machine.sleep(pick([2_000, 9_000, 11_000, 60_000]));
    if (what === 'set') machine.wallAheadMs += pick([-86_400_000, -5_000, 5_000, 86_400_000]);
    if (what === 'away') this.server.away = pick([true, false, false]);
    if (what === 'end') this.#restart(one);
  }

  async pass(milliseconds: number): Promise<void> {
    for (let passed = 0; passed < milliseconds; passed += LOOK_MS) {
      await this.time.pass(LOOK_MS);
      this.#look();
    }
  }

  mendAll(): void {
    this.server.away = false;
    for (const one of this.all) this.#mend(one);
  }

  async stop(): Promise<void> {
    this.mendAll();
    const stopped = Promise.all(this.all.map(({ lease }) => lease.stop()));
    await this.time.pass(2 * QUIET_MS);
    await stopped;
  }

  #look(): void {
    const { now } = this.time;
    const everybody = [...this.all, ...this.#ending];
    const [holder, ...others] = everybody.filter(({ lease }) => lease.holds());
    expect(others).toEqual([]);
    if (holder === undefined) return;
    const before = everybody.filter((one) => one !== holder && !one.isEnding);
    for (const { heldAt } of before) expect(now - heldAt).toBeGreaterThanOrEqual(WRITTEN_WITHIN_MS - LOOK_MS);
    if (holder.heldAt < now - LOOK_MS) this.taken += 1;
    holder.heldAt = now;
  }

  #begin(name: string): Process {
    const network = { ...GOOD };
    const machine = new Machine(this.time);
    const lease = candidate({ api: this.#apiOver(network) }, machine.clock(this.#random), name);
    return { name, network, machine, lease, isEnding: false, heldAt: Number.NEGATIVE_INFINITY };
  }

  /** In good order, as a rollout does it; its successor has another name. */
  #restart(one: Process): void {
    one.isEnding = true;
    this.#ending.add(one);
    void one.lease.stop().then(() => this.#ending.delete(one));
    this.all[this.all.indexOf(one)] = this.#begin(`${one.name}'`);
  }

  #mend({ network, machine }: Process): void {
    machine.sleep(0);
    Object.assign(network, GOOD);
  }

  #apiOver(network: Network): LeaseApi {
    const over =
      <A extends unknown[], R>(method: (...asked: A) => Promise<R>) =>
      async (...asked: A): Promise<R> => {
        await this.#delay(network.requestMs);
        if (network.isCut) throw new Error('no answer');
        const answer = await method(...asked);
        await this.#delay(network.answerMs);
        if (network.losesAnswers) throw new Error('the answer is lost');
        return answer;
      };
    const { get, create, update } = this.server.api;
    return { get: over(get), create: over(create), update: over(update) };
  }

  async #delay(most: number): Promise<void> {
    if (most === 0) return;
    await this.time.clock().sleep(this.#random.below(most), new AbortController().signal);
  }
}

test('whatever happens, no two hold it, and once nothing is broken any more one does', async () => {
  let taken = 0;
  for (let seed = 0; seed < CASES; seed += 1) {
    const random = seededRandom(seed);
    const replicas = new Replicas(random);
    for (let step = 0; step < STEPS; step += 1) {
      replicas.happen();
      await replicas.pass(random.pick([500, 1_000, 3_000, 8_000]));
    }
    replicas.mendAll();
    await replicas.pass(2 * QUIET_MS);

    expect(replicas.all.filter(({ lease }) => lease.holds())).toHaveLength(1);
    taken += replicas.taken;
    await replicas.stop();
  }

  expect(taken).toBeGreaterThan(CASES);
});
