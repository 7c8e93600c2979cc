/** The paths of the service port: who may come in, how much is read, and who answers. */
import { type AdmissionEvent, admissionDoors } from '../admission/door.ts';
import type { ClusterView } from '../cluster/view.ts';
import { DOOR_GROUPS, type DoorGroup, openGroups } from '../config/identity.ts';
import type { Configuration } from '../config/schema/schema.ts';
import type { PolicySettings } from '../policy/settings.ts';
import { schedulerDoors } from '../scheduler/door.ts';
import type { Extender } from '../scheduler/extender.ts';
import { roomToGrowOf } from '../scheduler/resize/room-to-grow.ts';
import { type CallerObserver, clientGates } from './clients/gate.ts';
import type { ClusterEvents } from './events/open-events.ts';
import { reviewForecasts } from './forecasts/review-forecasts.ts';
import type { AppParts } from './http/application.ts';
import type { BodyLimits } from './http/bodies/body.ts';
import { BodyMemory } from './http/bodies/body-memory.ts';
import { type Budgets, ByteBudget } from './http/bodies/byte-budget.ts';
import { Turns } from './http/bodies/turns.ts';
import type { Door } from './http/service-app.ts';
import { admissionObserver } from './observe/admission-observer.ts';
import { callerObserver } from './observe/caller-observer.ts';
import type { DecisionRecorder } from './observe/decision-recorder.ts';
import { CallTimes } from './observe/state/call-times.ts';
import type { ExemptionUses } from './observe/state/exemption-state.ts';
import { largeCalls } from './reading/large-calls.ts';
import { largeReviews } from './reading/large-reviews.ts';

const MS_PER_SECOND = 1000;

/** Two names and two UIDs, of a few hundred bytes each at the most. */
const BINDING_LIMIT_BYTES = 16 * 1024;

export interface DoorParts extends Pick<AppParts, 'log' | 'metrics'> {
  readonly configuration: Configuration;
  readonly view: ClusterView;
  policySettings(): PolicySettings;
  readonly exemptionUses: ExemptionUses;
  /** Told of every connection of a caller that is known, and now and then while it is used. */
  readonly known: CallerObserver['known'];
  /** Told of every review. */
  readonly decisions: Pick<DecisionRecorder, 'reviewed'>;
  /** Null where nothing is told in a cluster. */
  readonly events: ClusterEvents | null;
  now(): Date;
}

export interface ServiceDoors {
  readonly doors: readonly Door[];
  /** The paths of the other group, each with the reason. */
  readonly closedDoors: ReadonlyMap<string, string>;
  readonly budgets: Budgets;
  readonly calls: CallTimes;
  /** Ends the threads that read large bodies. */
  stop(): Promise<void>;
}

type Answers = ReadonlyMap<string, Door['answer']>;

export function serviceDoors(parts: DoorParts, extender: Extender): ServiceDoors {
  const { configuration, view, log, metrics, policySettings, exemptionUses, events, known, decisions, now } =
    parts;
  const { server } = configuration;
  const observer = admissionObserver({
    log,
    metrics,
    exemptionUsed: (exemption) => exemptionUses.note(exemption, now().getTime()),
  });
  const observe = (event: AdmissionEvent) => {
    observer(event);
    decisions.reviewed(event);
    events?.reviewed(event);
  };
  const roomToGrow = roomToGrowOf(extender);
  const forecast = reviewForecasts({
    extender,
    clock: () => performance.now(),
    told: (outcome, ms) => {
      metrics.forecasts.inc({ outcome });
      metrics.forecastDuration.observe(ms / MS_PER_SECOND);
    },
  });
  const takesWhole = server.wholeNodesLimitBytes > 0;
  const ended = (error: Error) => log.error({ err: error }, 'a thread for large bodies has ended');
  const memory = new BodyMemory();
  const reviews = largeReviews({
    settings: policySettings,
    view,
    roomToGrow,
    forecast,
    observe,
    ended,
    memory,
  });
  const readers = largeCalls({ takesWhole, seed: extender.names.seed }, { ended, memory });
  const admission = admissionDoors({
    settings: policySettings,
    view,
    now,
    observe,
    roomToGrow,
    forecast,
  });
  const scheduler = schedulerDoors(extender, { takesWhole });
  const answers: Record<DoorGroup, Answers> = {
    admission: new Map(Array.from(admission, ([path, door]) => [path, reviews.door(path, door)])),
    scheduler: new Map(Array.from(scheduler, ([path, door]) => [path, readers.door(path, door)])),
  };
  const open = openGroups(server.doors);
  const calls = new CallTimes(
    open.flatMap((group) => [...answers[group].keys()]),
    () => now().getTime(),
  );
  const refused = calls.refused.bind(calls);
  const gateOf = clientGates({
    clients: server.clients,
    observer: callerObserver(log, metrics, { known, refused }, () => performance.now()),
    now: () => now().getTime(),
  });
  const budgets: Budgets = {
    admission: new ByteBudget(server.reviewsInFlightLimitBytes),
    scheduler: new ByteBudget(server.callsInFlightLimitBytes),
  };
  const doors = open.flatMap((group) => {
    const shared = { gate: gateOf(group), turns: new Turns() };
    const limitsOf = (path: string): BodyLimits => ({
      ...limitOf(path, server),
      budget: budgets[group],
      memory,
    });
    return Array.from(answers[group], ([path, answer]) => ({
      path,
      answer,
      limits: limitsOf(path),
      ...shared,
    }));
  });
  const closedDoors = DOOR_GROUPS.filter((group) => !open.includes(group)).flatMap((group) =>
    Array.from(answers[group].keys(), (path) => [path, closedWords(group)] as const),
  );
  const stop = async () => {
    await Promise.all([reviews.stop(), readers.stop()]);
  };
  return { doors, closedDoors: new Map(closedDoors), budgets, calls, stop };
}

function limitOf(path: string, server: Configuration['server']): Omit<BodyLimits, 'budget' | 'memory'> {
  const { reviewLimitBytes, extenderLimitBytes, wholeNodesLimitBytes } = server;
  if (!path.startsWith('/scheduler/')) return { bytes: reviewLimitBytes, setting: 'server.reviewLimitBytes' };
  if (path === '/scheduler/bind') return { bytes: BINDING_LIMIT_BYTES, setting: '' };
  return wholeNodesLimitBytes > extenderLimitBytes
    ? { bytes: wholeNodesLimitBytes, setting: 'server.wholeNodesLimitBytes' }
    : {
        bytes: extenderLimitBytes,
        setting:
          'server.extenderLimitBytes; server.wholeNodesLimitBytes when the scheduler sends whole nodes',
      };
}

function closedWords(group: DoorGroup): string {
  return `this process does not answer the paths of ${group}: server.doors says so`;
}
