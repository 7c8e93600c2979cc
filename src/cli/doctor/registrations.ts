/** What is registered, what would be, and where it leads to. */
import type { ApiClient } from '../../cluster/api/api-client.ts';
import type { Configuration } from '../../config/schema/schema.ts';
import type { Bundle } from '../../explain/doctor/certificates/bundles.ts';
import { type Known, known, notKnown } from '../../explain/doctor/known.ts';
import type { RegistrationFacts } from '../../explain/doctor/registrations.ts';
import { labelledPath, REGISTERED, REGISTRATION_KINDS } from '../../install/resources.ts';
import { isObject, type JsonObject } from '../../json/object.ts';
import { valueAt } from '../../json/path.ts';
import type { PolicySettings } from '../../policy/settings.ts';
import type { KubeObject } from '../../render/manifest.ts';
import { registrationsFor } from '../../render/render.ts';
import { parseTargetUrl, type Target } from '../../render/target.ts';
import { datedOf, type Handshake } from './handshake.ts';
import { learn } from './learn.ts';
import { certificatesIn, decoded } from './pem.ts';

export type Found = RegistrationFacts['found'];

/** By label, whatever is rendered; what has lost its label shows as not there. */
export async function findRegistrations(api: ApiClient): Promise<Found> {
  const found = REGISTRATION_KINDS.map(async (kind) => {
    const objects = await learn(async () => {
      const { items } = (await api.find(labelledPath(kind, REGISTERED))) ?? {};
      return Array.isArray(items) ? items.filter(isObject) : [];
    });
    return [kind.kind, objects] as const;
  });
  return new Map(await Promise.all(found));
}

interface Webhook {
  readonly name: string;
  readonly url: string | undefined;
  readonly caBundle: string;
}

function webhooksIn(found: Found): Known<readonly Webhook[]> {
  const configurations = [...found].filter(([kind]) => kind.endsWith('WebhookConfiguration'));
  const hidden = configurations.find(([, objects]) => !objects.known)?.[1];
  if (hidden !== undefined && !hidden.known) return notKnown(hidden.why);
  const objects = configurations.flatMap(([, list]) => (list.known ? list.value : []));
  return known(objects.flatMap(webhooksOf));
}

function webhooksOf({ webhooks }: JsonObject): readonly Webhook[] {
  return (Array.isArray(webhooks) ? webhooks : []).map((webhook: unknown) => {
    const url = valueAt(webhook, ['clientConfig', 'url']);
    return {
      name: String(valueAt(webhook, ['name'])),
      url: typeof url === 'string' ? url : undefined,
      caBundle: String(valueAt(webhook, ['clientConfig', 'caBundle']) ?? ''),
    };
  });
}

/** As it is registered: behind a URL, or else the Service. One that leads elsewhere than the others shows as changed. */
export function registeredTarget(
  found: Found,
  service: { readonly namespace: string; readonly name: string },
): Target {
  const webhooks = webhooksIn(found);
  const urls = webhooks.known ? webhooks.value.flatMap(({ url }) => url ?? []) : [];
  const origins = urls.filter((url) => URL.canParse(url)).map((url) => new URL(url).origin);
  const most = [...Map.groupBy(origins, (origin) => origin).values()].toSorted(
    (one, other) => other.length - one.length,
  )[0]?.[0];
  const target = most === undefined ? { problem: '' } : parseTargetUrl(most);
  return 'problem' in target ? { service } : target;
}

export interface Expected {
  readonly configuration: Configuration;
  readonly target: Target;
  /** Undefined when it is not in the cluster. */
  readonly namespace: string | undefined;
  readonly exemptions: PolicySettings['exemptions'];
  readonly now: Date;
}

/** More exemptions than these do not end one by one, and unseen. */
const MOST_MOMENTS = 20;

export function renderedAlternatives(expected: Expected): RegistrationFacts['rendered'] {
  const { configuration, target, namespace, exemptions, now } = expected;
  const renderedAt = (moment: Date): readonly KubeObject[] =>
    registrationsFor({ target, namespace }, configuration, { caBundle: '', now: moment }).map(
      ({ object }) => object,
    );
  const ended = exemptions
    .map(({ until }) => until)
    .filter((until) => until <= now.getTime())
    .toSorted((one, other) => other - one)
    .slice(0, MOST_MOMENTS);
  return [renderedAt(now), ...ended.map((until) => renderedAt(new Date(until - 1)))];
}

/** Each CA once, with what came of a call by somebody who trusts it. */
export async function bundlesOf(
  found: Found,
  call: (ca: string | undefined) => Promise<Known<Handshake>>,
): Promise<Known<readonly Bundle[]>> {
  const webhooks = webhooksIn(found);
  if (!webhooks.known) return webhooks;
  const groups = [...Map.groupBy(webhooks.value, ({ caBundle }) => caBundle)];
  const bundles = groups.map(async ([caBundle, hooks]): Promise<Bundle> => {
    const names = hooks.map(({ name }) => name);
    const pem = decoded(caBundle);
    const certificates = caBundle === '' ? [] : certificatesIn(pem)?.map(datedOf);
    if (certificates === undefined) return { webhooks: names, certificates, verdict: notKnown('no CA') };
    const called = await call(caBundle === '' ? undefined : pem);
    return { webhooks: names, certificates, verdict: called.known ? known(called.value.verdict) : called };
  });
  return known(await Promise.all(bundles));
}
