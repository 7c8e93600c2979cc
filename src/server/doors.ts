/** The paths of the service port: who may come in, how much is read, and who answers. */
import { type AdmissionEvent, admissionDoors } from '../admission/door.ts';
import { hasPods } from '../cluster/partitions.ts';
import type { ClusterView } from '../cluster/view.ts';
import { DOOR_GROUPS, type DoorGroup, openGroups } from '../config/identity.ts';
import { partitionPath } from '../config/partition-path.ts';
import type { Configuration } from '../config/schema/schema.ts';
import type { PolicySettings } from '../policy/settings.ts';
import { schedulerDoors } from '../scheduler/door.ts';
import type { Extender } from '../scheduler/extender.ts';
import { roomToGrowOf } from '../scheduler/resize/room-to-grow.ts';
import { type CallerObserver, clientGates } from './clients/gate.ts';
import type { ClusterEvents } from './events/open-events.ts';
import type { Fairness } from './fairness/open-fairness.ts';
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
import { partitionDoors, whyNotHere } from './partition-doors.ts';
import { queueOf } from './queues/queue-of.ts';
import { ReviewTurns } from './queues/review-turns.ts';
import type { QueueLimits } from './queues/tenant-queues.ts';
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
  /** Null where nobody would take gates off. */
  readonly fairness: Fairness | null;
  now(): Date;
}

export interface ServiceDoors {
  readonly doors: readonly Door[];
  /** Why a path is not open: one of the other group, or of no partition; undefined when there is none like it. */
  closedDoors(path: string): string | undefined;
  readonly budgets: Budgets;
  readonly calls: CallTimes;
  /** Reviews that wait for their turn. */
  readonly waiting: ReviewTurns['queues'];
  /** Ends the threads that read large bodies. */
  stop(): Promise<void>;
}

type Answering = Pick<Door, 'answer' | 'queue'>;
type Answers = ReadonlyMap<string, Answering>;

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
  const gates = parts.fairness?.gates;
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
  const limits = tenantLimits(server);
  const turns = new ReviewTurns({
    limits,
    clock: () => performance.now(),
    nextTurn: (callback) => void setImmediate(callback),
    waited: (ms) => metrics.reviewWait.observe(ms / MS_PER_SECOND),
    dropped: (reason) => metrics.reviewsDropped.inc({ reason }),
  });
  const readers = largeCalls({ takesWhole, seed: extender.names.seed }, { ended, memory });
  const callers = view.partitions.filter(hasPods);
  const partitions = callers.map(({ name }) => {
    const own = partitionDoors(name, { observe, roomToGrow, forecast });
    const tenantQueue = queueOf({ settings: policySettings, view: view.within(name), partition: name });
    const queue = turns.roomOf(tenantQueue);
    const reviews = largeReviews({
      settings: policySettings,
      view: view.within(name),
      ...own,
      gates,
      ended,
      memory,
      limits,
      queueOf: tenantQueue,
    });
    const admission = admissionDoors({
      settings: policySettings,
      view: view.within(name),
      now,
      ...own,
      gates,
    });
    const scheduler = schedulerDoors(extender, { takesWhole, partition: name });
    return {
      reviews,
      answers: {
        admission: Array.from(admission, ([path, door]) => [
          partitionPath(name, path),
          { answer: reviews.door(path, door), queue },
        ]),
        // What a scheduler asks is answered as it comes.
        scheduler: Array.from(scheduler, ([path, door]) => [
          partitionPath(name, path),
          { answer: readers.door(path, door) },
        ]),
      } satisfies Record<DoorGroup, [string, Answering][]>,
    };
  });
  const answers: Record<DoorGroup, Answers> = {
    admission: new Map(partitions.flatMap((partition) => partition.answers.admission)),
    scheduler: new Map(partitions.flatMap((partition) => partition.answers.scheduler)),
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
    return Array.from(answers[group], ([path, answering]) => ({
      path,
      ...answering,
      limits: limitsOf(path),
      ...shared,
    }));
  });
  const closed = DOOR_GROUPS.filter((group) => !open.includes(group)).flatMap((group) =>
    Array.from(answers[group].keys(), (path) => [path, closedWords(group)] as const),
  );
  const stop = async () => {
    await Promise.all([...partitions.map(({ reviews }) => reviews.stop()), readers.stop()]);
  };
  const closedPaths = new Map(closed);
  const otherwise = whyNotHere(callers);
  const closedDoors = (path: string) => closedPaths.get(path) ?? otherwise(path);
  return { doors, closedDoors, budgets, calls, waiting: turns.queues, stop };
}

/** Of all that may be under way at once. */
const TENANTS_CONNECTIONS = 1 / 2;
const TENANTS_BYTES = 1 / 8;

/**
 * What waits holds its connection, and its bytes of the budget: one tenant has half of the connections at the most, so that the others
 * always find some, and an eighth of the bytes, which is the largest review, so that it takes many tenants to fill the budget.
 */
function tenantLimits({ maxConnections, reviewsInFlightLimitBytes }: Configuration['server']): QueueLimits {
  return {
    count: Math.floor(maxConnections * TENANTS_CONNECTIONS),
    bytes: Math.floor(reviewsInFlightLimitBytes * TENANTS_BYTES),
  };
}

function limitOf(path: string, server: Configuration['server']): Omit<BodyLimits, 'budget' | 'memory'> {
  const { reviewLimitBytes, extenderLimitBytes, wholeNodesLimitBytes } = server;
  if (!isOfScheduler(path)) return { bytes: reviewLimitBytes, setting: 'server.reviewLimitBytes' };
  if (path.endsWith('/scheduler/bind')) return { bytes: BINDING_LIMIT_BYTES, setting: '' };
  return wholeNodesLimitBytes > extenderLimitBytes
    ? { bytes: wholeNodesLimitBytes, setting: 'server.wholeNodesLimitBytes' }
    : {
        bytes: extenderLimitBytes,
        setting:
          'server.extenderLimitBytes; server.wholeNodesLimitBytes when the scheduler sends whole nodes',
      };
}

function isOfScheduler(path: string): boolean {
  return path.includes('/scheduler/');
}

function closedWords(group: DoorGroup): string {
  return `this process does not answer the paths of ${group}: server.doors says so`;
}
