/** What `daemonward render` prints: options and settings in, text and notes out. */
import { SERVICE_NAMESPACE } from '../config/identity.ts';
import type { Configuration } from '../config/schema/schema.ts';
import { policySettings } from '../policy/settings.ts';
import type { Registration } from './admission/registration.ts';
import type { KubeManifest } from './manifest.ts';
import { renderNotes } from './notes.ts';
import type { RenderOptions } from './options.ts';
import { registrations } from './registrations.ts';
import { holdsKey, type SchedulerClient } from './scheduler/client.ts';
import { extendersBlock, secondScheduler } from './scheduler/scheduler.ts';
import { addressOf, hostOf } from './target.ts';
import { jsonText, plainText, singleJsonText, singleYamlText, yamlText } from './text.ts';

export interface Rendered {
  readonly text: string;
  /** What would fail silently later, a line each. */
  readonly notes: readonly string[];
}

const HEAD = 'Made by daemonward render; make it anew when the configuration changes.';
const HEAD_WITHOUT_CA =
  `${HEAD}\n` +
  'There is NO CA in it, so that it takes none away that is there: Daemonward fills in its own, or cert-manager does.\n' +
  'Until then the webhooks cannot be called, and those with failurePolicy Fail refuse.';

const SCHEDULER_HEAD = 'Made by daemonward render; make it anew when a certificate or the address changes.';
const SCHEDULER_HEAD_WITHOUT_CA =
  `${SCHEDULER_HEAD}\n` +
  'There is NO CA in it: caData is empty. Before it is filled in the scheduler cannot verify Daemonward, and goes on\n' +
  'without it.';

const KEY_INSIDE =
  "It holds the scheduler's private key: keep it where only the scheduler reads it (mode 0600, or a Secret).";

const NOT_FOR_KUBECTL =
  'The rest is for the scheduler, and a comment, because kubectl cannot apply it: daemonward render --scheduler prints it\n' +
  'alone, and docs/scheduler.md says where it belongs.';

export interface Credentials {
  /** Base64 of PEM, or empty for whoever fills it in later. */
  readonly caBundle: string;
  /** What the scheduler shows. */
  readonly client: SchedulerClient | null;
}

export function render(
  options: RenderOptions,
  configuration: Configuration,
  credentials: Credentials,
  now: Date,
): Rendered {
  return {
    text: textOf(options, configuration, credentials, now),
    notes: renderNotes(options, configuration, credentials.client),
  };
}

function textOf(
  options: RenderOptions,
  configuration: Configuration,
  { caBundle, client }: Credentials,
  now: Date,
): string {
  const { output, target, namespace, what, profile, witness, schedulerUrl } = options;
  const extender = {
    profile,
    witness,
    url: schedulerUrl ?? addressOf(target),
    partition: target.partition ?? '',
    serverName: hostOf(target),
    caBundle,
    client,
    arktos: configuration.cluster.flavor === 'arktos',
    byServiceName: schedulerUrl === undefined && 'service' in target,
  };
  if (what.kind !== 'registrations') {
    const manifest =
      what.kind === 'scheduler'
        ? extendersBlock(extender)
        : secondScheduler({ ...extender, name: what.name, namespace: namespace ?? SERVICE_NAMESPACE });
    if (output === 'json') return singleJsonText(manifest.object);
    const head = caBundle === '' ? SCHEDULER_HEAD_WITHOUT_CA : SCHEDULER_HEAD;
    return singleYamlText(manifest, holdsKey(client) ? `${head}\n${KEY_INSIDE}` : head);
  }
  const objects = registrationsFor({ target, namespace }, configuration, { caBundle, now });
  if (output === 'json') return jsonText(objects);
  const tail = `${NOT_FOR_KUBECTL}\n${plainText(extendersBlock(extender))}`;
  return yamlText(objects, caBundle === '' ? HEAD_WITHOUT_CA : HEAD, tail);
}

/** What the API server is told of a Daemonward in this place and with this configuration. */
export function registrationsFor(
  { target, namespace }: Pick<RenderOptions, 'target' | 'namespace'>,
  configuration: Configuration,
  rest: Pick<Registration, 'caBundle' | 'now' | 'annotations'>,
): KubeManifest[] {
  const settings = policySettings({ ...configuration, server: { ...configuration.server, namespace } });
  const own = namespace === undefined ? [] : [namespace];
  return registrations({ settings, target, own, ...rest });
}
