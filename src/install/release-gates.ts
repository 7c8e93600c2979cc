/** Takes the gates of fairness off by hand, with the rights of whoever asks: for when nobody else does. */
import { isConflict, isNotFound } from '../cluster/api/api-answer.ts';
import { collectionPath, objectPath } from '../cluster/api/api-path.ts';
import { isObject, type JsonObject } from '../json/object.ts';
import { valueAt } from '../json/path.ts';
import { FAIR_SHARE_GATE, gatesOf, withoutGate } from '../kube/scheduling-gates.ts';
import type { Target } from './apply.ts';
import { POD_KIND } from './resources.ts';

/** Gated pods are among those that have no node: an API server finds them without reading all others to us. */
const SELECTOR = 'status.phase=Pending,spec.nodeName=';

/** Some megabytes a page. */
const PAGE = 500;

/** At once; each takes some milliseconds. */
const PARALLEL = 16;

/** New ones may come while hooks that were just taken away are still asked. */
const MOST_PASSES = 5;

/** What it needs of a cluster to write to. */
export interface ReleaseTarget extends Pick<Target, 'dryRun' | 'report'> {
  readonly api: Pick<Target['api'], 'get' | 'patch'>;
}

/** In one namespace, or in all. Returns how many pods had one. A refusal is thrown when all others are done. */
export async function releaseGates(target: ReleaseTarget, namespace?: string): Promise<number> {
  let released = 0;
  for (let pass = 0; pass < MOST_PASSES; pass += 1) {
    const found = await releaseOnce(target, namespace);
    released += found;
    if (found === 0 || target.dryRun) break;
  }
  return released;
}

async function releaseOnce(target: ReleaseTarget, namespace: string | undefined): Promise<number> {
  let released = 0;
  const refusals: unknown[] = [];
  for await (const pods of gatedPods(target, namespace)) {
    const queue = pods.values();
    await Promise.all(
      Array.from({ length: Math.min(PARALLEL, pods.length) }, async () => {
        for (const pod of queue) {
          if (await releaseOne(pod, target, refusals)) released += 1;
        }
      }),
    );
  }
  if (refusals.length > 0) throw refusals[0];
  return released;
}

async function* gatedPods(
  { api }: ReleaseTarget,
  namespace: string | undefined,
): AsyncGenerator<readonly JsonObject[]> {
  const path = collectionPath({ ...POD_KIND, namespace });
  let next = '';
  do {
    const query = new URLSearchParams({ fieldSelector: SELECTOR, limit: String(PAGE), continue: next });
    const page = await api.get(`${path}?${query}`);
    const items: readonly unknown[] = Array.isArray(page.items) ? page.items : [];
    yield items.filter(isObject).filter(isGated);
    const more = valueAt(page, ['metadata', 'continue']);
    next = typeof more === 'string' ? more : '';
  } while (next !== '');
}

function isGated(pod: JsonObject): boolean {
  const gates = valueAt(pod, ['spec', 'schedulingGates']);
  return Array.isArray(gates) && ['ours', 'both'].includes(gatesOf(gates));
}

async function releaseOne(
  pod: JsonObject,
  { api, dryRun, report }: ReleaseTarget,
  refusals: unknown[],
): Promise<boolean> {
  const [namespace, name, uid] = ['namespace', 'name', 'uid'].map((key) =>
    String(valueAt(pod, ['metadata', key]) ?? ''),
  );
  const path = objectPath({ ...POD_KIND, namespace }, name ?? '');
  try {
    await api.patch(path, withoutGate(uid ?? ''), { type: 'strategic', dryRun });
  } catch (error) {
    // Gone, or another one by now.
    if (!isNotFound(error) && !isConflict(error)) refusals.push(error);
    return false;
  }
  const { kind, apiVersion } = POD_KIND;
  const object = { apiVersion, kind, metadata: { name: name ?? '', namespace: namespace ?? '' } };
  report({ object, action: 'configured', why: `without the gate ${FAIR_SHARE_GATE}`, differences: [] });
  return true;
}
