/** Brings objects into the cluster as they are rendered, by server-side apply, and takes away what is no longer rendered. */
import { isNotFound } from '../cluster/api/api-answer.ts';
import type { ApiClient } from '../cluster/api/api-client.ts';
import { differences } from '../cluster/differences.ts';
import { isObject, type JsonObject } from '../json/object.ts';
import type { KubeObject } from '../render/manifest.ts';
import type { Report } from './change.ts';
import { isSame, type Kind, labelledPath, NAMESPACE_KIND, type ObjectKey, pathOf } from './resources.ts';
import { dropStaleWebhooks, hasStaleWebhooks, replacedWebhooks } from './stale-webhooks.ts';

/** Whose the fields are that we apply. The running service has another name, so that neither takes away the other's. */
export const FIELD_MANAGER = 'daemonward-install';

export interface Target {
  readonly api: ApiClient;
  /** The API server checks and answers, and changes nothing. */
  readonly dryRun: boolean;
  readonly report: Report;
}

/** The cluster has no such kind. */
export class MissingKindError extends Error {
  override readonly name = 'MissingKindError';
}

/**
 * One after the other: later ones need the earlier ones. Fields that somebody else has changed are taken back, because
 * what is rendered is what counts.
 */
export async function applyAll(objects: readonly KubeObject[], target: Target): Promise<void> {
  for (const object of objects) await applyOne(object, objects, target);
}

async function applyOne(
  object: KubeObject,
  beside: readonly KubeObject[],
  { api, dryRun, report }: Target,
): Promise<void> {
  const path = pathOf(object);
  const before = await api.find(path);
  try {
    const after = await applied(object, before, { api, dryRun });
    const found = before === undefined ? [] : differences(before, after);
    const action = before === undefined ? 'created' : found.length > 0 ? 'configured' : 'unchanged';
    report({ object, action, differences: found });
  } catch (error) {
    if (!isNotFound(error)) throw error;
    // Nothing can be tried in a namespace that is only about to be made.
    if (dryRun && isMade(object.metadata.namespace, beside)) {
      report({ object, action: 'created', differences: [] });
      return;
    }
    throw new MissingKindError(
      `the cluster does not take a ${object.kind} of ${object.apiVersion}: ${error instanceof Error ? error.message : ''}`,
    );
  }
}

async function applied(
  object: KubeObject,
  before: JsonObject | undefined,
  { api, dryRun }: Pick<Target, 'api' | 'dryRun'>,
): Promise<JsonObject> {
  if (before !== undefined && hasStaleWebhooks(before, object)) {
    if (dryRun) return replacedWebhooks(before, object, api, FIELD_MANAGER);
    await dropStaleWebhooks(before, object, api, FIELD_MANAGER);
  }
  return api.apply(pathOf(object), object, { fieldManager: FIELD_MANAGER, force: true, dryRun });
}

function isMade(namespace: string | undefined, objects: readonly KubeObject[]): boolean {
  return objects.some(({ kind, metadata }) => kind === NAMESPACE_KIND.kind && metadata.name === namespace);
}

/** What carries the labels and is none of `kept`, in the order of the kinds. */
export async function leftovers(
  api: ApiClient,
  kinds: readonly Kind[],
  labels: Readonly<Record<string, string>>,
  kept: readonly ObjectKey[] = [],
): Promise<ObjectKey[]> {
  const found: ObjectKey[] = [];
  for (const kind of kinds) found.push(...(await labelled(api, kind, labels)));
  return found.filter((object) => !kept.some((other) => isSame(object, other)));
}

async function labelled(
  api: ApiClient,
  kind: Kind,
  labels: Readonly<Record<string, string>>,
): Promise<ObjectKey[]> {
  // A cluster without cert-manager has no such kind, and so nothing of it.
  const { items = [] } = (await api.find(labelledPath(kind, labels))) ?? {};
  return Array.isArray(items) ? items.filter(isObject).map((item) => keyOf(item, kind)) : [];
}

function keyOf(
  { metadata }: JsonObject,
  { apiVersion, kind }: Pick<ObjectKey, 'apiVersion' | 'kind'>,
): ObjectKey {
  const { name, namespace } = isObject(metadata) ? metadata : {};
  const where = typeof namespace === 'string' ? { namespace } : {};
  return { apiVersion, kind, metadata: { name: String(name), ...where } };
}

export async function deleteAll(
  objects: readonly ObjectKey[],
  { api, dryRun, report }: Target,
): Promise<void> {
  for (const object of objects) {
    const wasThere = await api.delete(pathOf(object), { propagation: 'Background', dryRun });
    if (wasThere) report({ object, action: 'deleted', differences: [] });
  }
}
