/** What is foretold of a DaemonSet, on kubectl apply and on the ops port, is what the scheduler then does. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ForecastReport } from '../../src/explain/forecast/report.ts';
import type { Labels } from '../../src/kube/objects.ts';
import { REASON_CODES } from '../../src/policy/reasons.ts';
import { FORECAST_CODES } from '../../src/policy/rules/forecast.ts';
import { seededRandom } from '../snapshot/random.ts';
import type { Client } from './harness/client.ts';
import { type ControlPlane, startControlPlane } from './harness/control-plane.ts';
import type { NodeOptions } from './harness/nodes.ts';
import { inParallel } from './harness/parallel.ts';
import { register } from './harness/registrations.ts';
import { type Scene, type Stage, startStage } from './harness/scheduling-stage.ts';
import { waitFor } from './harness/wait-for.ts';
import {
  type DaemonSetObject,
  daemonSetObject,
  type Pod,
  podObject,
  podsPath,
  type Work,
} from './harness/workloads.ts';

/** The tenant's pods go past every scheduler, which the other rules would refuse. */
const RULES = {
  ...Object.fromEntries(REASON_CODES.map((code) => [code, 'off'])),
  ...Object.fromEntries(FORECAST_CODES.map((code) => [code, 'warn'])),
};

/** From who yields to everybody on; each pod of a node has another one, so that it is certain who is evicted first. */
const RANKS = [1, 2, 3, 4, 5, 6, 7, 8] as const;
const DAEMON_PRIORITY = 5;
const ABOVE_ALL = 100;

const PAIRS = 24;
const NODES_OF_A_PAIR = 6;
const SEED = 14;

/** Long enough for a second try of the scheduler, if it were to place or evict after all. */
const STANDSTILL_MS = 4_000;

let plane: ControlPlane;
let stage: Stage;
let scene: Scene;
beforeAll(async () => {
  plane = await startControlPlane({ controllerManager: true, nodes: 'kwok' });
  // Hundreds of pods at once: what is looked at is where each goes, and not how fast.
  stage = await startStage(plane, plane.supervisor, {
    name: 'foretold',
    mode: 'enforce',
    pace: 'quick',
    sections: { rules: RULES },
  });
  await register(plane, stage.daemonward, { policies: false });
  scene = await stage.openScene('forecast');
  for (const rank of RANKS) await scene.createPriorityClass(`rank-${rank}`, { value: rank });
  await scene.createPriorityClass('above', { value: ABOVE_ALL });
  await scene.createPriorityClass('daemon', { value: DAEMON_PRIORITY });
  await scene.createPriorityClass('polite', { value: DAEMON_PRIORITY, preemptionPolicy: 'Never' });
});
afterAll(async () => {
  await plane?.stop();
});

function className(name: string): string {
  return `${scene.pool}-${name}`;
}

/** One of the tenant's on each of these nodes, past every scheduler. */
async function fill(
  nodes: readonly string[],
  name: string,
  rank: string,
  work: Partial<Work>,
): Promise<void> {
  await scene.fillNodes(nodes, name, scene.work({ ...work, priorityClassName: className(rank) }));
}

/** Everything that was made is running, and Daemonward has seen it. */
async function settled(pods: number): Promise<void> {
  await waitFor(
    'all pods are running',
    async () => (await scene.pods(scene.tenant)).filter(({ status }) => status?.phase === 'Running').length,
    (running) => running >= pods,
    { withinMs: 120_000, everyMs: 1_000 },
  );
  await waitFor(
    'Daemonward has seen them',
    async () => {
      const state = JSON.parse(await (await fetch(`${stage.daemonward.opsUrl}/state`)).text());
      return Number(state.cluster.kinds.pods.objects);
    },
    (objects) => objects >= pods,
    { withinMs: 60_000, everyMs: 500 },
  );
  await sleep(1_000);
}

async function forecastOf(daemonSet: DaemonSetObject): Promise<ForecastReport> {
  const url = `${stage.daemonward.opsUrl}/forecast?nodes=all&namespace=${scene.system}`;
  const answer = await fetch(url, { method: 'POST', body: JSON.stringify(daemonSet) });
  const { forecasts }: { forecasts?: ForecastReport[] } = JSON.parse(await answer.text());
  const [report] = forecasts ?? [];
  if (report === undefined) throw new Error(`no forecast: ${answer.status}`);
  return report;
}

test('kubectl apply --dry-run=server counts where a DaemonSet fits on 1,000 nodes', async () => {
  const kinds: Record<string, { count: number; options: Partial<NodeOptions>; rank?: string }> = {
    free: { count: 700, options: {} },
    busy: { count: 100, options: {}, rank: 'rank-1' },
    full: { count: 50, options: {}, rank: 'above' },
    small: { count: 50, options: { size: { cpu: '1' } } },
    edge: { count: 100, options: { taints: [{ key: 'edge', effect: 'NoSchedule' }] } },
  };
  const names: Record<string, readonly string[]> = {};
  for (const [kind, { count, options }] of Object.entries(kinds)) {
    const more = { namePrefix: `${scene.pool}-${kind}`, labels: { thousand: 'yes' }, awaitReady: false };
    names[kind] = await scene.createNodes(count, { ...options, ...more });
  }
  for (const [kind, { rank }] of Object.entries(kinds)) {
    if (rank !== undefined) await fill(names[kind] ?? [], kind, rank, { cpu: '3' });
  }
  await settled(150);
  const work = scene.work({
    cpu: '2',
    nodeSelector: { thousand: 'yes' },
    priorityClassName: className('daemon'),
  });
  const input = JSON.stringify(daemonSetObject('thousand', work));

  const { code, stderr, stdout } = await waitFor(
    // On a busy machine the time of a review ends before all is looked at: then it is asked again.
    'all nodes are known, and looked at',
    () => plane.kubectl(['apply', '-n', scene.system, '--dry-run=server', '-f', '-'], { input }),
    ({ stderr: said }) => said.includes('of 900 eligible nodes') && !/at least|not looked at/.test(said),
    { withinMs: 90_000, everyMs: 2_000 },
  );

  expect(code).toBe(0);
  expect(stdout).toContain('daemonset.apps/thousand created (server dry run)');
  const lines = stderr.trim().split('\n');
  expect(lines).toEqual([
    expect.stringMatching(
      /^Warning: DW402 fits on 700 of 900 eligible nodes and on 100 by eviction; 50 have no room, 50 are too small: /,
    ),
    expect.stringMatching(
      /^Warning: DW403 evicts 100 pods of 1 tenant on 100 of 900 eligible nodes, most on /,
    ),
  ]);
  for (const line of lines) expect(line.length).toBeLessThanOrEqual('Warning: '.length + 120);
});

interface Pair {
  readonly name: string;
  readonly daemonSet: DaemonSetObject;
  readonly nodes: readonly string[];
}

/** Six nodes with what is on them, and a DaemonSet for them alone. */
async function makePair(index: number): Promise<{ pair: Pair; pods: number }> {
  const random = seededRandom(SEED + index);
  const name = `pair-${index}`;
  const nodes: string[] = [];
  let pods = 0;
  for (let number = 0; number < NODES_OF_A_PAIR; number += 1) {
    // Once they are ready: pods that come to a node before KWOK has taken it up may be overlooked for good.
    const [node = ''] = await scene.createNodes(1, {
      namePrefix: `${scene.pool}-${name}-${number}`,
      size: {
        cpu: String(1 + random.below(6)),
        memory: `${1 + random.below(6)}Gi`,
        pods: String(1 + random.below(6)),
      },
      labels: { pair: name, zone: random.pick(['a', 'b', 'b']) },
      taints: random.below(6) === 0 ? [{ key: 'edge', effect: 'NoSchedule' }] : [],
    });
    nodes.push(node);
    const count = random.below(5);
    const first = random.below(RANKS.length);
    // Seven and three have no divisor in common with eight, so that no rank comes twice.
    const step = random.pick([3, 7]);
    for (let taken = 0; taken < count; taken += 1) {
      const rank = RANKS[(first + taken * step) % RANKS.length];
      const pod = podObject(
        `${name}-${number}-${rank}`,
        scene.work({
          nodeName: node,
          cpu: `${200 + 100 * random.below(20)}m`,
          memory: `${128 * (1 + random.below(10))}Mi`,
          priorityClassName: className(`rank-${rank}`),
        }),
      );
      const port = random.below(8) === 0 ? [{ containerPort: 8080, hostPort: 8080 }] : [];
      await scene.client.create(podsPath(scene.tenant), withPorts(pod, port));
      pods += 1;
    }
  }
  const zone: Labels = random.below(3) === 0 ? { zone: 'b' } : {};
  const work = scene.work({
    nodeSelector: { pair: name, ...zone },
    cpu: `${100 + 200 * random.below(15)}m`,
    memory: `${128 * (1 + random.below(20))}Mi`,
    priorityClassName: className(random.below(5) === 0 ? 'polite' : 'daemon'),
    ...(random.below(3) === 0 && { tolerations: [{ key: 'edge', operator: 'Exists' }] }),
  });
  const object = daemonSetObject(name, work);
  const ports = random.below(4) === 0 ? [{ containerPort: 8080, hostPort: 8080 }] : [];
  const template = withPorts({ spec: object.spec?.template?.spec ?? {} }, ports);
  const daemonSet = {
    ...object,
    spec: { ...object.spec, template: { ...object.spec?.template, spec: template.spec } },
  };
  return { pair: { name, daemonSet, nodes }, pods };
}

function withPorts<P extends Pick<Pod, 'spec'>>(pod: P, ports: readonly object[]): P {
  const containers = (pod.spec.containers ?? []).map((container) => ({ ...container, ports }));
  return { ...pod, spec: { ...pod.spec, containers } };
}

/** What has become of each node: `ineligible`, `fits`, `preempts` with whom, or `waits`. */
async function outcomes({ name, nodes }: Pair, before: ReadonlyMap<string, string>, client: Client) {
  const made = (await client.list<Pod>(podsPath(scene.system))).filter(
    ({ metadata }) => metadata?.labels?.app === name,
  );
  const left = new Set(
    (await client.list<Pod>(podsPath(scene.tenant))).map(({ metadata }) => metadata?.name),
  );
  return new Map(
    nodes.map((node) => {
      const pod = made.find(({ spec }) => targetOf(spec) === node);
      if (pod === undefined) return [node, 'ineligible'];
      const evicted = [...before]
        .filter(([victim, at]) => at === node && !left.has(victim))
        .map(([victim]) => victim);
      if (!pod.spec.nodeName) return [node, ['waits', ...evicted].join(' ')];
      return [node, evicted.length === 0 ? 'fits' : ['preempts', ...evicted.sort()].join(' ')];
    }),
  );
}

function targetOf({ affinity }: Pod['spec']): string | undefined {
  const required = affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
  return required?.nodeSelectorTerms?.[0]?.matchFields?.[0]?.values?.[0];
}

/** The same of a forecast: too small for ever is waiting, as far as a scheduler shows. */
function foretold({ byNode }: ForecastReport, nodes: readonly string[]): Map<string, string> {
  return new Map(
    byNode
      .filter(({ node }) => nodes.includes(node))
      .map(({ node, state, evicts }) => {
        const victims = (evicts ?? []).map(({ pod }) => pod.replace(/^.*\//, '')).sort();
        return [node, [state === 'never' ? 'waits' : state, ...victims].join(' ')];
      }),
  );
}

test(`the scheduler does as was foretold, on ${PAIRS} random clusters with a DaemonSet each`, async () => {
  const { client } = scene;
  const indexes = Array.from({ length: PAIRS }, (_, index) => index);
  const already = (await scene.pods(scene.tenant)).length;
  const pairs: Pair[] = [];
  let pods = already;
  await inParallel(indexes, async (index) => {
    const made = await makePair(index);
    pairs.push(made.pair);
    pods += made.pods;
  });
  await settled(pods);
  const before = new Map(
    (await client.list<Pod>(podsPath(scene.tenant))).map(({ metadata, spec }) => [
      metadata?.name ?? '',
      spec.nodeName ?? '',
    ]),
  );
  const reports = new Map<string, ForecastReport>();
  for (const { name, daemonSet } of pairs) reports.set(name, await forecastOf(daemonSet));

  for (const { daemonSet } of pairs) await scene.createDaemonSet(daemonSet);
  const expected = pairs.reduce((sum, { name }) => {
    const { nodes } = reports.get(name) ?? {};
    return sum + (nodes?.fits ?? 0) + (nodes?.preempts ?? 0);
  }, 0);
  await waitFor(
    'all that was foretold to be placed is',
    async () =>
      (await scene.pods(scene.system)).filter(
        ({ metadata, spec }) => metadata?.labels?.app?.startsWith('pair-') && spec.nodeName,
      ).length,
    (placed) => placed >= expected,
    { withinMs: 120_000, everyMs: 1_000 },
  ).catch(() => undefined);
  await sleep(STANDSTILL_MS);

  const counts = new Map<string, number>();
  for (const pair of pairs) {
    const report = reports.get(pair.name);
    if (report === undefined) throw new Error(`no forecast of ${pair.name}`);
    const told = foretold(report, pair.nodes);
    expect(await outcomes(pair, before, client), pair.name).toEqual(told);
    for (const text of told.values()) {
      const [state = ''] = text.split(' ');
      counts.set(state, (counts.get(state) ?? 0) + 1);
    }
  }
  console.log(`foretold and done, by node: ${JSON.stringify(Object.fromEntries(counts))}`);
  // What did not come about was not tried.
  for (const state of ['fits', 'preempts', 'waits', 'ineligible'])
    expect(counts.get(state)).toBeGreaterThan(5);
});
