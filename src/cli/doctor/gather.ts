/** Everything that the checks look at, from the API server, the replicas, a handshake, and the scheduler's file. */
import type { ApiConnection, ApiSender } from '../../cluster/api/api-answer.ts';
import { ApiClient } from '../../cluster/api/api-client.ts';
import { SECOND_SCHEDULER, VERSION } from '../../config/identity.ts';
import type { Configuration } from '../../config/schema/schema.ts';
import type { Facts } from '../../explain/doctor/diagnose.ts';
import { type Known, known, notKnown } from '../../explain/doctor/known.ts';
import { askedOf, type Replica } from '../../explain/doctor/replicas.ts';
import { asksFilter, type ExtenderFacts } from '../../explain/doctor/scheduler/extender.ts';
import type { ServiceFacts } from '../../explain/doctor/service.ts';
import { errorCode, messageOf } from '../../json/error-message.ts';
import type { JsonObject } from '../../json/object.ts';
import { DEFAULT_SCHEDULER } from '../../kube/workloads/pod-defaults.ts';
import { policySettings } from '../../policy/settings.ts';
import { addressOf, hostOf, type Target } from '../../render/target.ts';
import { gateFacts } from './gates.ts';
import { type Called, datedOf, type Handshake, handshake } from './handshake.ts';
import { bundlesOf, findRegistrations, registeredTarget, renderedAlternatives } from './registrations.ts';
import { installedReplicas, namedReplicas, readyEndpoints } from './replicas.ts';
import { readRunning } from './running.ts';
import { extenderFacts } from './scheduler-file.ts';

export interface GatherOptions {
  readonly connection: ApiConnection & ApiSender;
  /** Of the installation, or of a file; or why it is not known, with the defaults to go on with. */
  readonly configuration: Configuration;
  readonly configurationIs: Known<null>;
  readonly namespace: string;
  /** True when it runs in the cluster, as far as is known. */
  readonly isInstalled: boolean;
  readonly hasSecondScheduler: boolean;
  /** Where the API server finds it, when somebody says so. */
  readonly target: Target | undefined;
  readonly service: string;
  readonly opsUrls: readonly string[];
  readonly schedulerFile: { readonly path: string; readonly content: JsonObject } | undefined;
  readonly now: Date;
}

export async function gather(options: GatherOptions): Promise<Facts> {
  const { connection, configuration, configurationIs, namespace, now } = options;
  const api = new ApiClient(connection);
  const found = await findRegistrations(api);
  const target = options.target ?? registeredTarget(found, { namespace, name: options.service });
  const own = options.isInstalled || 'service' in target ? namespace : configuration.server.namespace;
  const settings = policySettings({ ...configuration, server: { ...configuration.server, namespace: own } });
  const { exemptions } = settings;
  const replicas = await replicasOf(options);
  const calls = new Map<string, Promise<Attempt>>();
  const call = (called: Called): Promise<Attempt> => {
    const key = JSON.stringify(called);
    const known = calls.get(key) ?? attempt(called);
    calls.set(key, known);
    return known;
  };
  const base = { url: addressOf(target), name: hostOf(target) };
  const bundles = await bundlesOf(found, async (ca) => handshakeIn(await call({ ...base, ca })));
  const plain = await call({ ...base, ca: undefined });
  const served = handshakeIn(plain);
  const extender = await extenderOf(options, replicas, { call, url: base.url });
  const running = await readRunning({
    connection,
    cluster: configuration.cluster,
    settings,
    schedulers: schedulersOf(options, extender),
    now,
  });
  return {
    now: now.getTime(),
    registrations: configurationIs.known
      ? known({
          rendered: renderedAlternatives({ configuration, target, namespace: own, exemptions, now }),
          found,
        })
      : configurationIs,
    certificates: { bundles, served: served.known ? known(datedOf(served.value.leaf)) : served },
    service: {
      address: { url: base.url, ...addressResult(plain, target) },
      endpoints: 'service' in target ? await readyEndpoints(api, target.service) : null,
      replicas,
      version: VERSION,
    },
    extender,
    expected: {
      ...configuration.server.clients.scheduler,
      takesWholeNodes: configuration.server.wholeNodesLimitBytes > 0,
    },
    gates: configurationIs.known
      ? known(
          await gateFacts({
            api,
            fairness: configuration.fairness,
            found,
            gated: running.gated,
            namespace: options.isInstalled ? namespace : undefined,
            now,
          }),
        )
      : configurationIs,
    youngest: isAsked(options, extender) ?? running.youngest,
    exemptions: configurationIs.known ? exemptions : [],
    daemonSets: configurationIs.known ? running.daemonSets : configurationIs,
    pods: configurationIs.known ? running.pods : configurationIs,
  };
}

async function replicasOf(options: GatherOptions): Promise<readonly Replica[]> {
  const { opsUrls, connection, namespace, configuration } = options;
  if (opsUrls.length > 0) return namedReplicas(opsUrls);
  const found = await installedReplicas(connection, { namespace, port: configuration.ops.port });
  if (found.known) return found.value;
  return [{ name: `the pods of ${namespace}`, state: found, named: false }];
}

type Attempt =
  | { readonly ok: true; readonly shaken: Handshake }
  | { readonly ok: false; readonly error: unknown };

async function attempt(called: Called): Promise<Attempt> {
  try {
    return { ok: true, shaken: await handshake(called) };
  } catch (error) {
    return { ok: false, error };
  }
}

function handshakeIn(attempted: Attempt): Known<Handshake> {
  return attempted.ok
    ? known(attempted.shaken)
    : notKnown(`not reached from here: ${whyOf(attempted.error)}`);
}

function whyOf(error: unknown): string {
  return messageOf(error) || errorCode(error);
}

/** The name of a Service is known in the cluster alone, and a network between may drop what it does not know. */
const OUT_OF_REACH: ReadonlySet<string> = new Set(['ENOTFOUND', 'EAI_AGAIN', 'unknown error']);

function addressResult(attempted: Attempt, target: Target): Pick<ServiceFacts['address'], 'result' | 'why'> {
  if (attempted.ok) return { result: 'answered', why: '' };
  const { error } = attempted;
  const isUnknown = 'service' in target && OUT_OF_REACH.has(errorCode(error));
  return { result: isUnknown ? 'unknown' : 'silent', why: whyOf(error) };
}

interface Caller {
  call(called: Called): Promise<Attempt>;
  /** Where the API server calls. */
  readonly url: string;
}

async function extenderOf(
  { schedulerFile }: GatherOptions,
  replicas: readonly Replica[],
  { call, url }: Caller,
): Promise<Known<ExtenderFacts>> {
  if (schedulerFile === undefined)
    return notKnown('give --scheduler-config FILE, which only the scheduler has');
  const states = askedOf(replicas).map(({ state }) => state.certificates);
  return known(
    await extenderFacts(schedulerFile.path, schedulerFile.content, {
      host: new URL(url).host,
      // One and the same service: whichever of its two addresses can be reached from here.
      call: async (called) => {
        const first = await call({ ...called, url });
        return handshakeIn(first.ok ? first : await call(called));
      },
      servedBy: states.flatMap(({ ca }) => ca?.sha256 ?? []),
      clientsAuthority: states.find(({ clientsCa }) => clientsCa !== undefined)?.clientsCa?.pem,
    }),
  );
}

/** Whose pods show whether it is asked. */
function schedulersOf(
  { hasSecondScheduler }: GatherOptions,
  extender: Known<ExtenderFacts>,
): readonly string[] {
  if (extender.known) return extender.value.schedulers;
  return [hasSecondScheduler ? SECOND_SCHEDULER : DEFAULT_SCHEDULER];
}

/** Why nobody has to ask; undefined when somebody has to. */
function isAsked(
  { configuration: { headroom, preempt } }: GatherOptions,
  extender: Known<ExtenderFacts>,
): ReturnType<typeof notKnown> | undefined {
  if (extender.known) {
    return extender.value.entry === undefined || asksFilter(extender.value)
      ? undefined
      : notKnown('its configuration asks about some pods only, or none (filterVerb, managedResources)');
  }
  const isOff = headroom.mode === 'off' && preempt.mode === 'off';
  return isOff ? notKnown('headroom.mode and preempt.mode are off: no scheduler has to ask') : undefined;
}
