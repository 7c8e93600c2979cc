/** Random LimitRanges and a RuntimeClass on a real API server: its pods ask for what we had reckoned. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createProjector, type Projected } from '../../src/cluster/projection/projector.ts';
import type { PodSpec, ResourceList } from '../../src/kube/objects.ts';
import { newPodRequests } from '../../src/kube/resources/new-pod-requests.ts';
import { podRequests, type Resources } from '../../src/kube/resources/requests.ts';
import { type ControlPlane, startControlPlane } from './harness/control-plane.ts';
import { CREATED, dryRun, type Made } from './harness/dry-run.ts';
import { createNamespace } from './harness/namespaces.ts';
import { inParallel } from './harness/parallel.ts';
import { createLimitRange, createRuntimeClass, type Limits } from './harness/pod-additions.ts';
import { type RandomTemplate, randomScenes } from './harness/random-limit-ranges.ts';
import { podsPath } from './harness/workloads.ts';

const NAMESPACES = 60;
const TEMPLATES = 20;

/** The others break a bound of their LimitRange: no pod is made of them. */
const AT_LEAST = 200;

const RUNTIME_CLASS = 'sandboxed';
const OVERHEAD = { cpu: '130m', memory: '20Mi', 'example.com/sandbox': '1' };

/** The API server hears of its own LimitRanges by a watch. */
const HEARD_MS = 1_000;

let plane: ControlPlane;
beforeAll(async () => {
  plane = await startControlPlane();
  await createRuntimeClass(plane.client(), RUNTIME_CLASS, OVERHEAD);
});
afterAll(async () => {
  await plane?.stop();
});

const projector = createProjector();

function good<R>(projected: Projected<R>): R {
  if (!projected.ok) throw new Error(projected.error);
  return projected.record;
}

/** What the LimitRange is as it was written, and as the API server gives it back. */
async function put(namespace: string, name: string, limits: Limits[]): Promise<ResourceList> {
  const written = { metadata: { namespace, name }, spec: { limits } };
  const stored = await createLimitRange(plane.client(), namespace, name, limits);
  const [before, after] = [written, stored].map((object) =>
    amountsOf(good(projector.limitRanges(object)).defaultRequests),
  );
  expect(before).toEqual(after);
  return good(projector.limitRanges(written)).defaultRequests;
}

function amountsOf(requests: ResourceList): Resources {
  return podRequests({ containers: [{ resources: { requests } }] });
}

/** As a DaemonSet would have it. */
function reckoned(
  { sandboxed: _, ...spec }: RandomTemplate,
  limitRanges: ResourceList[],
  overhead?: ResourceList,
) {
  const set = { metadata: { namespace: 'x', name: 'x' }, spec: { template: { spec } } };
  return newPodRequests(good(projector.daemonSets(set)).template.resources, { limitRanges, overhead });
}

interface Trial {
  template: RandomTemplate;
  limitRanges: ResourceList[];
  /** What the pod asks for that the API server makes. */
  asks: Resources;
}

async function trials(limitRangesEach: number): Promise<Trial[]> {
  const scenes = randomScenes(NAMESPACES, limitRangesEach, TEMPLATES);
  const ready: { namespace: string; limitRanges: ResourceList[]; templates: RandomTemplate[] }[] = [];
  await inParallel(scenes, async ({ limitRanges, templates }) => {
    const namespace = await createNamespace(plane, 'limited');
    const stored = limitRanges.map((limits, index) => put(namespace, `l${index}`, limits));
    ready.push({ namespace, limitRanges: await Promise.all(stored), templates });
  });
  await sleep(HEARD_MS);
  const made: Trial[] = [];
  await inParallel(ready, async ({ namespace, limitRanges, templates }) => {
    for (const template of templates) {
      const { sandboxed, ...spec } = template;
      const runtime = sandboxed ? { runtimeClassName: RUNTIME_CLASS } : {};
      const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p' }, spec: { ...spec, ...runtime } };
      const tried = await dryRun(plane.client(), 'POST', podsPath(namespace), pod);
      if (tried.status === CREATED)
        made.push({ template, limitRanges, asks: podRequests(specOf(tried.made)) });
    }
  });
  expect(made.length).toBeGreaterThan(AT_LEAST);
  return made;
}

function specOf({ spec }: Made): PodSpec {
  return JSON.parse(JSON.stringify(spec));
}

function sorted(resources: Resources) {
  return Object.fromEntries([...resources].toSorted());
}

describe('the pods of a namespace', () => {
  test('with one LimitRange ask for exactly what was reckoned', async () => {
    for (const { template, limitRanges, asks } of await trials(1)) {
      const overhead = template.sandboxed ? OVERHEAD : undefined;

      expect(sorted(reckoned(template, limitRanges, overhead))).toEqual(sorted(asks));
    }
  });

  test('with three LimitRanges ask for what one order of them gives, and never for more than was reckoned', async () => {
    for (const { template, limitRanges, asks } of await trials(3)) {
      const overhead = template.sandboxed ? OVERHEAD : undefined;
      const inOrder = orders(limitRanges).map((order) => Object.assign({}, ...order.toReversed()));
      const possible = inOrder.map((defaults) => sorted(reckoned(template, [defaults], overhead)));
      const most = reckoned(template, limitRanges, overhead);

      expect(possible).toContainEqual(sorted(asks));
      for (const [resource, amount] of asks) expect(most.get(resource) ?? 0n).toBeGreaterThanOrEqual(amount);
    }
  });

  test('get no negative default, though a LimitRange may have one', async () => {
    const namespace = await createNamespace(plane, 'negative');
    const defaults = await put(namespace, 'negative', [
      { type: 'Container', default: { cpu: '-1', memory: '1Mi' } },
    ]);
    await sleep(HEARD_MS);
    const containers = [{ name: 'c', image: 'img' }];
    const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p' }, spec: { containers } };

    const { message } = await dryRun(plane.client(), 'POST', podsPath(namespace), pod);

    expect(message).toContain('must be greater than or equal to 0');
    expect(defaults).toEqual({ memory: '1Mi' });
  });
});

function orders<T>(items: readonly T[]): T[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((first, index) => orders(items.toSpliced(index, 1)).map((rest) => [first, ...rest]));
}
