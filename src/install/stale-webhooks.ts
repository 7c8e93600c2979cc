/** Hooks of a webhook configuration that are no longer rendered. */
import type { ApiClient } from '../cluster/api/api-client.ts';
import { isObject, type JsonObject } from '../json/object.ts';
import { valueAt } from '../json/path.ts';
import type { KubeObject } from '../render/manifest.ts';
import { pathOf } from './resources.ts';

/**
 * The running service keeps the `caBundle` of each hook, and so owns a part of it. A server-side apply without such a hook
 * would leave that part, which is no hook any more, and the API server refuses the whole: so they are taken out by a patch.
 */
export function hasStaleWebhooks(live: JsonObject | undefined, { webhooks }: KubeObject): boolean {
  const names = namesIn(webhooks);
  return namesIn(live?.webhooks).some((name) => !names.includes(name));
}

/** The new ones come in first: there is no moment in which neither they nor the old ones are asked. */
export async function dropStaleWebhooks(
  live: JsonObject,
  object: KubeObject,
  api: ApiClient,
  fieldManager: string,
): Promise<void> {
  const names = namesIn(object.webhooks);
  const isRendered = ({ name }: JsonObject) => names.includes(String(name));
  const stale = listOf(live.webhooks).filter((hook) => !isRendered(hook));
  const both = { ...object, webhooks: [...listOf(object.webhooks), ...stale] };
  const after = await api.apply(pathOf(object), both, { fieldManager, force: true });
  // As they are now, so that the patch makes no field its own: what it owned, no later apply could take away.
  const webhooks = listOf(after.webhooks).filter(isRendered);
  await api.patch(pathOf(object), { webhooks }, { fieldManager });
}

/** What would come of it, without the apply that would be refused while they are there. */
export function replacedWebhooks(
  live: JsonObject,
  object: KubeObject,
  api: ApiClient,
  fieldManager: string,
): Promise<JsonObject> {
  const [known] = listOf(live.webhooks).map((hook) => valueAt(hook, ['clientConfig', 'caBundle']));
  const webhooks = listOf(object.webhooks).map((hook) => ({
    ...hook,
    clientConfig: {
      ...(known === undefined ? {} : { caBundle: known }),
      ...(isObject(hook.clientConfig) ? hook.clientConfig : {}),
    },
  }));
  const { labels, annotations = {} } = object.metadata;
  const patch = { metadata: { labels, annotations }, webhooks };
  return api.patch(pathOf(object), patch, { fieldManager, dryRun: true });
}

function listOf(webhooks: unknown): readonly JsonObject[] {
  return Array.isArray(webhooks) ? webhooks.filter(isObject) : [];
}

function namesIn(webhooks: unknown): readonly string[] {
  return listOf(webhooks).map(({ name }) => String(name));
}
