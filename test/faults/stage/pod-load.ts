/** Pods of a tenant that come and go, always more than there are places for: they press on the room that is kept. */
import { setTimeout as sleep } from 'node:timers/promises';
import { inParallel } from '../../e2e/harness/parallel.ts';
import { refusalOf } from '../../e2e/harness/pod-history.ts';
import { waitFor } from '../../e2e/harness/wait-for.ts';
import { type Pod, podObject, podsPath } from '../../e2e/harness/workloads.ts';
import { NODES, PLACES_A_NODE, POOL, SCHEDULER, TENANT_CPU } from './layout.ts';
import type { Stage } from './stage.ts';

const PLACES = NODES * PLACES_A_NODE;

/** A quarter more than there is room for. */
const PODS = PLACES * 1.25;

/** One pod goes and one comes this often: with those that wait and are tried again some ten calls of the scheduler a second. */
const EVERY_MS = 200;

/**
 * In the end: seldom, but now and then, as in every cluster. Who was refused is tried again when something happens, and in
 * a cluster without any event only after five minutes (the scheduler's own `podMaxInUnschedulablePodsDuration`).
 */
const SELDOM_MS = 3_000;

/**
 * The scheduler tries a pod again after at most ten seconds; and after an API server was away it looks for it again after up
 * to thirty (client-go's own back-off).
 */
const SETTLED_WITHIN_MS = 60_000;

export interface Misplaced {
  /** When it was bound, in ms since 1970; known to the second. */
  readonly at: number;
  readonly pod: string;
  readonly node: string;
}

export interface PodLoad {
  placed(): number;
  /** Those that were given room that is kept for a daemon. */
  readonly misplaced: readonly Misplaced[];
  /** Few come and go any more, and in the end nobody: returns when every place has its pod. Throws when one stays empty. */
  settle(): Promise<void>;
  stop(): Promise<void>;
}

export function startPodLoad({ plane, tenant }: Stage, random: () => number): PodLoad {
  const client = plane.client();
  const known = new Set<string>();
  const misplaced: Misplaced[] = [];
  let placed = 0;
  let isFirst = true;
  let going = true;
  let everyMs = EVERY_MS;

  /** Every pod is seen after it was bound: none goes before. */
  function judge(bound: readonly Pod[]): void {
    for (const [node, pods] of byNode(bound)) {
      const news = pods.filter(({ metadata }) => !known.has(metadata?.uid ?? ''));
      for (const { metadata } of news) known.add(metadata?.uid ?? '');
      if (isFirst) continue;
      placed += news.length;
      const tooMany = Math.min(news.length, pods.length - PLACES_A_NODE);
      for (const pod of latest(news, Math.max(0, tooMany))) {
        misplaced.push({ at: boundAt(pod), pod: pod.metadata?.name ?? '', node });
      }
    }
    isFirst = false;
  }

  async function look(): Promise<Pod[]> {
    const pods = await client.list<Pod>(podsPath(tenant));
    judge(pods.filter(({ spec }) => spec.nodeName));
    return pods;
  }

  async function turn(): Promise<void> {
    const pods = await look();
    const bound = pods.filter(({ spec }) => spec.nodeName);
    const crowded = [...byNode(bound).values()].filter(({ length }) => length > PLACES_A_NODE).flat();
    const leaving = oneOf(crowded.length > 0 ? crowded : bound, random);
    if (leaving !== undefined && pods.length >= PODS) {
      await client.delete(`${podsPath(tenant)}/${leaving.metadata?.name}?gracePeriodSeconds=0`);
    }
    const missing = Math.max(0, PODS - pods.length) + (leaving === undefined ? 0 : 1);
    await inParallel(Array.from({ length: missing }), () => client.create(podsPath(tenant), newPod()));
  }

  const running = (async () => {
    while (going) {
      // An API server that is away comes back.
      await turn().catch(() => {});
      await sleep(everyMs);
    }
  })();
  const stop = async () => {
    going = false;
    await running;
  };
  return {
    placed: () => placed,
    misplaced,
    stop,
    async settle() {
      everyMs = SELDOM_MS;
      await waitFor(
        'every place has its pod',
        async () => {
          const [bound, waiting] = parted(await look());
          return { bound: bound.length, waiting: waiting.length, why: waiting.map(refusalOf)[0] };
        },
        ({ bound }) => bound >= PLACES,
        { withinMs: SETTLED_WITHIN_MS, everyMs: EVERY_MS },
      ).finally(stop);
    },
  };
}

function newPod(): Omit<Pod, 'metadata'> & { metadata: object } {
  const pod = podObject('load', { pool: POOL, schedulerName: SCHEDULER, cpu: TENANT_CPU });
  return { ...pod, metadata: { generateName: 'load-', labels: pod.metadata?.labels } };
}

/** Those that have a node, and the others. */
function parted(pods: readonly Pod[]): [Pod[], Pod[]] {
  return [pods.filter(({ spec }) => spec.nodeName), pods.filter(({ spec }) => !spec.nodeName)];
}

function byNode(bound: readonly Pod[]): Map<string, Pod[]> {
  return Map.groupBy(bound, ({ spec }) => spec.nodeName ?? '');
}

function latest(pods: readonly Pod[], count: number): readonly Pod[] {
  const sorted = pods.toSorted((a, b) => boundAt(a) - boundAt(b));
  return sorted.slice(sorted.length - count);
}

function boundAt({ status }: Pod): number {
  const condition = status?.conditions?.find(({ type }) => type === 'PodScheduled');
  return Date.parse(condition?.lastTransitionTime ?? '');
}

function oneOf<T>(items: readonly T[], random: () => number): T | undefined {
  return items[Math.floor(random() * items.length)];
}
