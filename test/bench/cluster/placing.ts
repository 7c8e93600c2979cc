/** How many pods a real kube-scheduler places in a second. */
import type { ControlPlane } from '../../e2e/harness/control-plane.ts';
import { inParallel } from '../../e2e/harness/parallel.ts';
import { followPods } from '../../e2e/harness/pod-watch.ts';
import { startScheduler } from '../../e2e/harness/scheduler.ts';
import { waitFor } from '../../e2e/harness/wait-for.ts';
import { podObject, podsPath } from '../../e2e/harness/workloads.ts';
import { figureOf, timesOf } from '../figure.ts';
import { interleaved } from '../interleaved.ts';
import { processCpuUs } from '../process-cpu.ts';
import { startAsked } from './extenders.ts';
import { NONE, PASS_THROUGH, type Question } from './plan.ts';
import type { Clients, Extender, Placing } from './result.ts';
import { deletePods, type Stocked, stockUp } from './stock.ts';

/** The first ones come out of a burst that the rate limits allow once, the last ones from a queue that runs dry. */
const FROM_SHARE = 0.2;
const TO_SHARE = 0.9;

/** At fifty in a second, on a busy machine. */
const WITHIN_MS = 300_000;
const LOOK_EVERY_MS = 100;
const MS_PER_SECOND = 1_000;

/** Asks for next to nothing: all of them find room anywhere. */
const POD = { cpu: '10m', memory: '1Mi' };

interface Sample {
  readonly podsPerSecond: number;
  readonly schedulerCpuUs: number;
  readonly extenderCpuUs: number;
}

export async function placing(plane: ControlPlane, question: Question): Promise<Placing[]> {
  const { stock, clients, extenders, pods, rounds } = question;
  const stocked = await stockUp(plane, stock);
  const byName = new Map(extenders.map((extender) => [nameOf(extender), extender]));
  const samples = await interleaved([...byName.keys()], rounds, (name) =>
    placedOnce(plane, stocked, { clients, pods, name, extender: byName.get(name) ?? NONE }),
  );
  await stocked.clear();
  const of = (extender: Extender, measure: keyof Sample) =>
    (samples.get(nameOf(extender)) ?? []).map((sample) => sample[measure]);
  const against = (extender: Extender, other: Extender) =>
    samples.has(nameOf(other)) ? timesOf(of(extender, 'podsPerSecond'), of(other, 'podsPerSecond')) : null;
  return extenders.map((extender) => ({
    stock,
    clients,
    extender,
    pods,
    podsPerSecond: figureOf(of(extender, 'podsPerSecond')),
    schedulerCpuUs: figureOf(of(extender, 'schedulerCpuUs')),
    extenderCpuUs: figureOf(of(extender, 'extenderCpuUs')),
    timesNone: against(extender, NONE),
    timesPassThrough: against(extender, PASS_THROUGH),
  }));
}

/** Also the scheduler's. */
function nameOf(extender: Extender): string {
  return `bench-${Object.values(extender).join('-')}`;
}

interface Run {
  readonly name: string;
  readonly extender: Extender;
  readonly clients: Clients;
  readonly pods: number;
}

/** The pods wait before the scheduler starts, so that nobody writes while it places them. */
async function placedOnce(plane: ControlPlane, { pool, tenant }: Stocked, run: Run): Promise<Sample> {
  const { name, extender, clients, pods } = run;
  console.error(`  ${name}, ${clients} clients`);
  const client = plane.client();
  const names = Array.from({ length: pods }, (_, index) => `web-${index}`);
  const work = { ...POD, pool, schedulerName: name };
  await inParallel(names, (pod) => client.create(podsPath(tenant), podObject(pod, work)));
  const asked = await startAsked(plane, name, extender);
  const bound = new Map<string, number>();
  const following = await followPods(plane, ({ object, at }) => {
    const uid = object.metadata?.uid ?? '';
    if (object.metadata?.namespace === tenant && object.spec.nodeName && !bound.has(uid)) bound.set(uid, at);
  });
  const extenderBefore = cpuOf(asked.pid);
  const pace = clients === 'own' ? 'own' : 'quick';
  const scheduler = await startScheduler(plane.handle, plane.supervisor, asked.configuration, name, pace);
  const schedulerBefore = cpuOf(scheduler.running.pid);
  const boundBefore = bound.size;
  await waitFor(
    `${pods} pods are bound`,
    () => bound.size,
    (count) => count === pods,
    { withinMs: WITHIN_MS, everyMs: LOOK_EVERY_MS },
  );
  const sample = {
    podsPerSecond: rateOf([...bound.values()]),
    schedulerCpuUs: (cpuOf(scheduler.running.pid) - schedulerBefore) / (pods - boundBefore),
    extenderCpuUs: (cpuOf(asked.pid) - extenderBefore) / pods,
  };
  await asked.check(pods);
  following.stop();
  await scheduler.running.stop('SIGKILL');
  await asked.stop();
  await deletePods(plane, tenant);
  return sample;
}

function cpuOf(pid: number | undefined): number {
  return pid === undefined ? 0 : processCpuUs(pid);
}

function rateOf(times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => a - b);
  const [from, to] = [FROM_SHARE, TO_SHARE].map((share) => Math.floor(share * (sorted.length - 1)));
  const [begin = 0, end = 0] = [sorted[from ?? 0], sorted[to ?? 0]];
  return (((to ?? 0) - (from ?? 0)) * MS_PER_SECOND) / (end - begin);
}
