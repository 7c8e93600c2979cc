/** A good installation as the doctor sees it, any part of which a test can spoil. */
import { defaultConfiguration } from '../../../../src/config/schema/schema.ts';
import type { Bundle } from '../../../../src/explain/doctor/certificates/bundles.ts';
import { diagnose, type Facts } from '../../../../src/explain/doctor/diagnose.ts';
import type { GateFacts } from '../../../../src/explain/doctor/gates.ts';
import { known, notKnown } from '../../../../src/explain/doctor/known.ts';
import type { Line } from '../../../../src/explain/doctor/line.ts';
import type { RegistrationFacts } from '../../../../src/explain/doctor/registrations.ts';
import type { Dated, PathTimes, ReplicaState } from '../../../../src/explain/doctor/replica-state.ts';
import type { ExtenderFacts } from '../../../../src/explain/doctor/scheduler/extender.ts';
import { registrationsFor } from '../../../../src/render/render.ts';

export const NOW = Date.parse('2026-11-17T12:00:00Z');
export const SECOND = 1_000;
export const MINUTE = 60_000;
export const DAY = 86_400_000;

const CONFIGURATION = defaultConfiguration();
const TARGET = { service: { namespace: 'daemonward-system', name: 'daemonward' } };

/** What `render` prints at this moment, without a CA. */
export function renderedObjects() {
  const where = { target: TARGET, namespace: 'daemonward-system' };
  const rest = { caBundle: '', now: new Date(NOW) };
  return registrationsFor(where, CONFIGURATION, rest).map(({ object }) => object);
}

/** The same as the API server has it: with what it adds, and the CA that somebody keeps. */
export function liveObjects(): Record<string, unknown>[] {
  return renderedObjects().map((object) => {
    const live = structuredClone({ ...object });
    const hooks = Array.isArray(live.webhooks) ? live.webhooks : undefined;
    return {
      ...live,
      metadata: {
        ...live.metadata,
        uid: 'u',
        resourceVersion: '7',
        labels: { ...live.metadata.labels, 'app.kubernetes.io/managed-by': 'daemonward' },
      },
      ...(hooks && {
        webhooks: hooks.map((hook) => ({
          ...hook,
          clientConfig: { ...hook.clientConfig, caBundle: 'Q0E=' },
        })),
      }),
    };
  });
}

export function registrationFacts(
  live: readonly Record<string, unknown>[] = liveObjects(),
): RegistrationFacts {
  const rendered = renderedObjects();
  const kinds = new Set(rendered.map(({ kind }) => kind));
  return {
    rendered: [rendered],
    found: new Map(Array.from(kinds, (kind) => [kind, known(live.filter((object) => object.kind === kind))])),
  };
}

export function lasting(days: number, sha256 = 'AA', life = 365): Dated {
  return { notBefore: NOW + (days - life) * DAY, notAfter: NOW + days * DAY, sha256 };
}

export function replicaState(changes: Partial<ReplicaState> = {}): ReplicaState {
  const never = { answered: undefined, refused: undefined };
  return {
    version: '1.0.0',
    now: NOW,
    startedAt: NOW - DAY,
    paths: new Map<string, PathTimes>([
      ['/validate/daemonsets', { ...never, answered: NOW - 5 * SECOND }],
      ['/mutate/pods', never],
      ['/scheduler/filter', { ...never, answered: NOW - 5 * MINUTE }],
      ['/scheduler/preempt', never],
    ]),
    untrusted: undefined,
    cluster: { problem: null, oldestSeconds: 3, withheld: [] },
    certificates: {
      leaf: { ...lasting(300, 'LEAF'), names: ['daemonward.daemonward-system.svc'] },
      ca: lasting(3_000, 'CA', 3_650),
      clientsCa: { ...lasting(3_000, 'CALLERS', 3_650), pem: '' },
      callers: new Map([['daemonward-scheduler', lasting(300, 'CLIENT')]]),
      shown: new Map([['daemonward-scheduler', { ...lasting(300), outdated: undefined }]]),
      handovers: [],
      refused: undefined,
    },
    problems: [],
    needRestart: [],
    gatesStalled: false,
    missingRights: [],
    ...changes,
  };
}

export function replica(changes: Partial<ReplicaState> = {}, name = 'daemonward-a') {
  return { name, state: known(replicaState(changes)), named: false };
}

export function bundle(changes: Partial<Bundle> = {}): Bundle {
  return {
    webhooks: ['a', 'b'],
    certificates: [lasting(3_000, 'CA', 3_650)],
    verdict: known(null),
    ...changes,
  };
}

export const ENTRY = {
  urlPrefix: 'https://daemonward.daemonward-system.svc:443/scheduler',
  filterVerb: 'filter',
  preemptVerb: 'preempt',
  bindVerb: 'bind',
  enableHTTPS: true,
  httpTimeout: '2s',
  nodeCacheCapable: true,
  ignorable: true,
} as const;

export function extenderFacts(changes: Partial<ExtenderFacts> = {}): ExtenderFacts {
  return {
    place: 'scheduler.yaml: extenders[0]',
    entry: ENTRY,
    schedulers: ['default-scheduler'],
    ca: { kind: 'read', verdict: known(null) },
    client: {
      kind: 'read',
      names: ['daemonward-scheduler'],
      signedByUs: known(true),
      ...lasting(300, 'CLIENT'),
    },
    ...changes,
  };
}

/** As where nobody has asked for turns. */
export function gateFacts(changes: Partial<GateFacts> = {}): GateFacts {
  const unasked = notKnown('nobody waits');
  return {
    mode: 'off',
    pods: known({ count: 0, oldest: undefined }),
    isHookThere: known(false),
    holder: unasked,
    mayPatch: unasked,
    ...changes,
  };
}

export function goodFacts(): Facts {
  return {
    now: NOW,
    registrations: known(registrationFacts()),
    certificates: {
      bundles: known([bundle()]),
      served: known({ ...lasting(300, 'LEAF'), names: ['daemonward.daemonward-system.svc'] }),
    },
    service: {
      address: { url: 'https://daemonward.daemonward-system.svc:443', result: 'answered', why: '' },
      endpoints: known(2),
      replicas: [replica()],
      version: '1.0.0',
    },
    extender: known(extenderFacts()),
    expected: { mode: 'enforce', names: ['daemonward-scheduler'], takesWholeNodes: false },
    youngest: known({ pod: 'shop/web', createdAt: NOW - 6 * MINUTE }),
    gates: known(gateFacts()),
    exemptions: [],
    daemonSets: known({ objects: 2, broken: [] }),
    pods: known({ objects: 9, broken: [] }),
  };
}

/** `status check: text` of what is not ok. */
export function faultsOf(facts: Facts): string[] {
  return faultTexts(diagnose(facts));
}

export function faultTexts(lines: readonly Line[]): string[] {
  return lines
    .filter(({ status }) => status !== 'ok')
    .map(({ status, check, text }) => `${status} ${check}: ${text}`);
}
