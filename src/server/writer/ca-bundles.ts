/** Keeps the `caBundle` of our own registrations current, and touches nothing else of them. */
import { isConflict, isForbidden } from '../../cluster/api/api-answer.ts';
import type { ApiClient } from '../../cluster/api/api-client.ts';
import { objectPath } from '../../cluster/api/api-path.ts';
import { SERVICE_NAMESPACE, serviceNames } from '../../config/identity.ts';
import { messageOf } from '../../json/error-message.ts';
import { isObject, type JsonObject } from '../../json/object.ts';
import { CONFIGURATION_NAME } from '../../render/admission/registration.ts';
import { hostOf } from '../../render/target.ts';
import type { MissingRights } from './missing-rights.ts';

const API_VERSION = 'admissionregistration.k8s.io/v1';

const REGISTRATIONS = [
  { kind: 'ValidatingWebhookConfiguration', plural: 'validatingwebhookconfigurations' },
  { kind: 'MutatingWebhookConfiguration', plural: 'mutatingwebhookconfigurations' },
] as const;

type Registration = (typeof REGISTRATIONS)[number];

/** A manager of its own: whoever applies the registrations keeps all other fields, and need not know the CA. */
const FIELD_MANAGER = 'daemonward-ca';

export interface BundleOptions {
  readonly api: Pick<ApiClient, 'find' | 'apply'>;
  readonly rights: MissingRights;
  /** Our own, and every name that our certificate carries: webhooks that lead elsewhere are not ours. */
  readonly namespace: string;
  readonly names: readonly string[];
  holds(): boolean;
  readonly report: BundleReport;
}

/** Told at each look. */
export interface BundleReport {
  wrote(registration: string): void;
  failed(registration: string, message: string): void;
  /** The webhooks that lead to somebody else; empty when all are ours. */
  left(registration: string, webhooks: readonly string[]): void;
}

/** True when every webhook of ours that we can see has it; those that are not there, or not shown, cannot be waited for. */
export async function publishBundle(pem: string, options: BundleOptions): Promise<boolean> {
  const caBundle = Buffer.from(pem).toString('base64');
  const known = await Promise.all(
    REGISTRATIONS.map((registration) => keepOne(registration, caBundle, options)),
  );
  return known.every(Boolean);
}

async function keepOne(
  registration: Registration,
  caBundle: string,
  options: BundleOptions,
): Promise<boolean> {
  const { api, rights, holds, report } = options;
  const { kind, plural } = registration;
  const path = objectPath({ apiVersion: API_VERSION, plural }, CONFIGURATION_NAME);
  let right = `get ${plural}`;
  try {
    const object = await api.find(path);
    rights.granted(right);
    if (object === undefined) return true;
    const all = webhooksOf(object);
    // The name of a registration is the cluster's, and another installation may have it: with our CA nobody could call it.
    const webhooks = all.filter((webhook) => isOurs(webhook, options));
    const others = all.filter((webhook) => !webhooks.includes(webhook));
    report.left(
      kind,
      others.map(({ name }) => name),
    );
    if (webhooks.every((webhook) => webhook.caBundle === caBundle)) return true;
    if (!holds()) return false;
    right = `patch ${plural}`;
    // Ours to keep, whoever wrote it before: with an older one the webhook could not be called.
    const asManager = { fieldManager: FIELD_MANAGER, force: true };
    await api.apply(path, bundleOnly(kind, object, webhooks, caBundle), asManager);
    rights.granted(right);
    report.wrote(kind);
    return true;
  } catch (error) {
    const words = `the caBundle of ${kind} ${CONFIGURATION_NAME} is not kept current: ${messageOf(error)}`;
    if (isForbidden(error)) rights.note(right, words);
    // A conflict: it was changed or removed in between, and the next look is soon.
    else if (!isConflict(error)) report.failed(kind, messageOf(error));
    return isForbidden(error) && right.startsWith('get');
  }
}

interface Webhook {
  readonly name: string;
  readonly caBundle: unknown;
  readonly service: JsonObject | null;
  readonly url: unknown;
}

function isOurs(
  { service, url }: Webhook,
  { namespace, names }: Pick<BundleOptions, 'namespace' | 'names'>,
): boolean {
  if (service !== null) return service.namespace === namespace;
  if (typeof url !== 'string' || !URL.canParse(url)) return false;
  const host = hostOf({ url });
  // Every certificate carries the names of the usual namespace, also one that is made elsewhere.
  const usual = namespace === SERVICE_NAMESPACE ? [] : serviceNames(SERVICE_NAMESPACE);
  return names.includes(host) && !usual.includes(host);
}

function webhooksOf({ webhooks }: JsonObject): readonly Webhook[] {
  const list: readonly unknown[] = Array.isArray(webhooks) ? webhooks : [];
  return list.flatMap((webhook) => {
    if (!isObject(webhook) || typeof webhook.name !== 'string') return [];
    const client = isObject(webhook.clientConfig) ? webhook.clientConfig : {};
    const { caBundle, url } = client;
    return [{ name: webhook.name, caBundle, url, service: isObject(client.service) ? client.service : null }];
  });
}

/** With the version that was read: an apply to one that is gone would try to make it. */
function bundleOnly(
  kind: string,
  { metadata }: JsonObject,
  webhooks: readonly Webhook[],
  caBundle: string,
): JsonObject {
  const { resourceVersion } = isObject(metadata) ? metadata : {};
  return {
    apiVersion: API_VERSION,
    kind,
    metadata: { name: CONFIGURATION_NAME, resourceVersion },
    webhooks: webhooks.map(({ name }) => ({ name, clientConfig: { caBundle } })),
  };
}
