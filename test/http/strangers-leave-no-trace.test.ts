/**
 * Two services over equal clusters are asked the same by their scheduler. To one of them strangers come in between, who know
 * everything and say anything: they are refused, and it answers its scheduler as the other does.
 */
import { expect, test } from 'vitest';
import { OBJECT_KINDS } from '../../src/cluster/records.ts';
import { CLIENTS } from '../../src/config/identity.ts';
import { makeClient } from '../../src/server/tls/authority.ts';
import { type Random, seededRandom } from '../snapshot/random.ts';
import { DaemonCluster } from '../unit/headroom/cluster-of-daemons.ts';
import { BAD_CALLERS } from './client-certificates.ts';
import { type Shown, startTestService, type TestService } from './service.ts';

const STEPS = 100;
const NODES = ['n1', 'n2', 'n3'] as const;
const SIZES = ['500m', '1', '2', '3500m'] as const;
const NEAR_NAMES = 4;
const VERBS = ['filter', 'filter', 'bind', 'prioritize', 'preempt'] as const;

async function startHere() {
  const cluster = new DaemonCluster('watch').synced();
  for (const kind of OBJECT_KINDS)
    cluster.store.markHeard(kind, { resourceVersion: '1', heardAt: Date.now() });
  cluster.daemonSet('agent');
  for (const node of NODES) cluster.node(node);
  cluster.daemonPod('agent', { node: NODES[0] });
  const service = await startTestService({ view: cluster.store });
  return { cluster, service };
}

/** All kinds of bad certificates, and good ones whose names are nearly right. */
function strangersTo(service: TestService, random: Random): Promise<Shown[]> {
  const near = Array.from({ length: NEAR_NAMES }, () => {
    const at = random.below(CLIENTS.scheduler.length);
    const [before, letter, after] = [
      CLIENTS.scheduler.slice(0, at),
      CLIENTS.scheduler.charAt(at),
      CLIENTS.scheduler.slice(at + 1),
    ];
    return before + random.pick(['', letter + letter, letter.toUpperCase(), 'x']) + after;
  });
  const { clientsAuthority } = service;
  return Promise.all([
    ...BAD_CALLERS.map(({ shown }) => shown(service)),
    ...near
      .filter((name) => name !== CLIENTS.scheduler)
      .map((name) => makeClient(clientsAuthority, name, new Date())),
  ]);
}

type Here = Awaited<ReturnType<typeof startHere>>;

/** The scheduler of both; what it has asked is no secret to strangers. */
class Scheduler {
  readonly #random: Random;
  readonly #all: readonly Here[];
  readonly #onTheirWay: string[] = [];
  readonly answers = { passed: 0, refused: 0 };

  constructor(random: Random, all: readonly Here[]) {
    this.#random = random;
    this.#all = all;
  }

  get pods(): readonly string[] {
    return this.#onTheirWay;
  }

  /** Which node it has chosen it says at once; that the pod is there comes later. */
  async place(uid: string): Promise<void> {
    const cpu = this.#random.pick(SIZES);
    for (const { cluster } of this.#all) cluster.putTenantPod(uid, { cpu });
    const Pod = this.#all[0]?.cluster.tenantPod(uid, { cpu });
    const text = await this.#ask('filter', { Pod, NodeNames: NODES });
    const { NodeNames = [] }: { NodeNames?: string[] } = JSON.parse(text);
    this.answers[NodeNames.length < NODES.length ? 'refused' : 'passed'] += 1;
    const Node = NodeNames[this.#random.below(Math.max(1, NodeNames.length))];
    if (Node === undefined) return this.#end(uid);
    await this.#ask('bind', { PodUID: uid, Node });
    this.#onTheirWay.push(uid);
  }

  async prioritize(): Promise<void> {
    const Pod = this.#all[0]?.cluster.tenantPod('scored', { cpu: this.#random.pick(SIZES) });
    await this.#ask('prioritize', { Pod, NodeNames: NODES });
  }

  /** A pod has come, and gone again. */
  end(): void {
    const uid = this.#onTheirWay.shift();
    if (uid !== undefined) this.#end(uid);
  }

  #end(uid: string): void {
    for (const { cluster } of this.#all) cluster.gone('pods', uid);
  }

  async #ask(verb: string, body: object): Promise<string> {
    const answers = await Promise.all(
      this.#all.map(({ service }) => service.post(`/scheduler/${verb}`, body)),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const [first, ...others] = answers.map(({ text }) => text);
    for (const other of others) expect(other).toBe(first);
    return first ?? '';
  }
}

/** What a stranger says, of pods that there are and of others, on nodes that there are and of others. */
function lie(random: Random, { cluster }: Here, pods: readonly string[], index: number) {
  const uid = random.pick([`stranger-${index}`, ...pods]);
  const Pod = cluster.tenantPod(uid, { cpu: random.pick(SIZES) });
  const NodeNames = NODES.filter(() => random.below(3) > 0).concat(random.pick([[], ['n1'], []]));
  const Node = random.pick(NODES);
  const verb = random.pick(VERBS);
  const bodies = {
    filter: { Pod, NodeNames: random.pick([NodeNames, [...NodeNames, `invented-${index}`]]) },
    bind: { PodUID: uid, Node },
    prioritize: { Pod, NodeNames },
    preempt: { Pod, NodeNameToMetaVictims: { [Node]: { Pods: [{ UID: random.pick(['', ...pods]) }] } } },
  };
  const body = JSON.stringify(bodies[verb]);
  return { path: `/scheduler/${verb}`, body: random.pick([body, body, body, body.slice(0, -1)]) };
}

test('nothing that strangers say changes what a scheduler is told', async () => {
  const random = seededRandom(6);
  const [alone, visited] = [await startHere(), await startHere()];
  const scheduler = new Scheduler(random, [alone, visited]);
  const strangers = await strangersTo(visited.service, random);
  const statuses: number[] = [];

  for (let step = 0; step < STEPS; step += 1) {
    const what = random.pick(['place', 'place', 'end', 'end', 'prioritize']);
    if (what === 'place') await scheduler.place(`p${step}`);
    if (what === 'end') scheduler.end();
    if (what === 'prioritize') await scheduler.prioritize();
    const stranger = strangers[random.below(strangers.length)] ?? {};
    const { path, body } = lie(random, visited, scheduler.pods, step);
    statuses.push((await visited.service.callAs(stranger, path, { body })).status);
  }

  expect([...new Set(statuses)].sort()).toEqual([401, 403]);
  expect(scheduler.answers.passed).toBeGreaterThan(5);
  expect(scheduler.answers.refused).toBeGreaterThan(5);
});
