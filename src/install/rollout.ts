/** Waiting until what was applied really runs. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiClient } from '../cluster/api/api-client.ts';
import { isObject, type JsonObject } from '../json/object.ts';
import { nameOf, type ObjectKey, pathOf } from './resources.ts';

/** It did not come in time: says what was seen last. */
export class NotReadyError extends Error {
  override readonly name = 'NotReadyError';
}

/** As often as kubectl looks; a person waits. */
const PAUSE_MS = 1_000;

/** Asks until there is an answer; until then `look` says what is missing. */
export async function waitFor<T>(
  look: () => Promise<{ readonly value: T } | { readonly missing: string }>,
  timeoutMs: number,
): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const seen = await look();
    if ('value' in seen) return seen.value;
    if (Date.now() >= deadline) throw new NotReadyError(`${seen.missing} after ${timeoutMs / 1_000} s`);
    await sleep(PAUSE_MS);
  }
}

export function rolledOut(deployment: ObjectKey, api: ApiClient, timeoutMs: number): Promise<void> {
  return waitFor(async () => {
    const missing = missingOf(await api.get(pathOf(deployment)));
    return missing === null
      ? { value: undefined }
      : { missing: `${nameOf(deployment)}: ${missing}; kubectl describe says why` };
  }, timeoutMs);
}

/** Null when every replica is of the newest template and available. */
export function missingOf({ metadata, spec, status }: JsonObject): string | null {
  const [meta, wanted, seen] = [metadata, spec, status].map((part) => (isObject(part) ? part : {}));
  const replicas = Number(wanted?.replicas ?? 1);
  if (Number(seen?.observedGeneration ?? 0) < Number(meta?.generation)) return 'not looked at yet';
  const [updated, all, available] = ['updatedReplicas', 'replicas', 'availableReplicas'].map((key) =>
    Number(seen?.[key] ?? 0),
  );
  if ((updated ?? 0) < replicas) return `${updated} of ${replicas} replicas are new`;
  if ((all ?? 0) > replicas) return 'old replicas are still there';
  return (available ?? 0) < replicas ? `${available} of ${replicas} replicas are available` : null;
}

/** Gone for good: a namespace takes a while. */
export function gone(object: ObjectKey, api: ApiClient, timeoutMs: number): Promise<void> {
  return waitFor(async () => {
    const left = await api.find(pathOf(object));
    return left === undefined ? { value: undefined } : { missing: `${nameOf(object)} is still there` };
  }, timeoutMs);
}
