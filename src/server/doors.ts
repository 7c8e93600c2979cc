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
import type { AppParts, Door } from './http/app.ts';
import type { BodyLimits } from './http/body.ts';
import { type Budgets, ByteBudget } from './http/byte-budget.ts';
import { Turns } from './http/turns.ts';
import { admissionObserver } from './observe/admission-observer.ts';
import { callerObserver } from './observe/caller-observer.ts';
import type { ExemptionUses } from './observe/exemption-state.ts';
import { largeCalls } from './reading/large-calls.ts';
import { largeReviews } from './reading/large-reviews.ts';

/** Two names and two UIDs, of a few hundred bytes each at the most. */
const BINDING_LIMIT_BYTES = 16 * 1024;

export interface DoorParts extends Pick<AppParts, 'log' | 'metrics'> {
  readonly configuration: Configuration;
  readonly view: ClusterView;
  policySettings(): PolicySettings;
  readonly exemptionUses: ExemptionUses;
  /** Told of every connection of a caller that is known, and now and then while it is used. */
  readonly known: CallerObserver['known'];
  /** Null where nothing is told in a cluster. */
  readonly events: ClusterEvents | null;
  now(): Date;
}

export interface ServiceDoors {
  readonly doors: readonly Door[];
  /** The paths of the other group, each with the reason. */
  readonly closedDoors: ReadonlyMap<string, string>;
  readonly budgets: Budgets;
  /** Ends the threads that read large bodies. */
  stop(): Promise<void>;
}

type Answers = ReadonlyMap<string, Door['answer']>;

export function serviceDoors(parts: DoorParts, extender: Extender): ServiceDoors {
  const { configuration, view, log, metrics, policySettings, exemptionUses, events, known, now } = parts;
  const { server } = configuration;
  const observer = admissionObserver({
    log,
    metrics,
    exemptionUsed: (exemption) => exemptionUses.note(exemption, now().getTime()),
  });
  const observe = (event: AdmissionEvent) => {
    observer(event);
    events?.reviewed(event);
  };
  const roomToGrow = roomToGrowOf(extender);
  const takesWhole = server.wholeNodesLimitBytes > 0;
  const ended = (error: Error) => log.error({ err: error }, 'a thread for large bodies has ended');
  const reviews = largeReviews({ settings: policySettings, view, roomToGrow, observe, ended });
  const calls = largeCalls({ takesWhole, seed: extender.names.seed }, ended);
  const admission = admissionDoors({
    settings: policySettings,
    view,
    now,
    observe,
    roomToGrow,
  });
  const scheduler = schedulerDoors(extender, { takesWhole });
  const answers: Record<DoorGroup, Answers> = {
    admission: new Map(Array.from(admission, ([path, door]) => [path, reviews.door(path, door)])),
    scheduler: new Map(Array.from(scheduler, ([path, door]) => [path, calls.door(path, door)])),
  };
  const gateOf = clientGates({
    clients: server.clients,
    observer: callerObserver(log, metrics, known, () => performance.now()),
    now: () => now().getTime(),
  });
  const budgets: Budgets = {
    admission: new ByteBudget(server.reviewsInFlightLimitBytes),
    scheduler: new ByteBudget(server.callsInFlightLimitBytes),
  };
  const open = openGroups(server.doors);
  const doors = open.flatMap((group) => {
    const shared = { gate: gateOf(group), turns: new Turns() };
    const limitsOf = (path: string): BodyLimits => ({ ...limitOf(path, server), budget: budgets[group] });
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
    await Promise.all([reviews.stop(), calls.stop()]);
  };
  return { doors, closedDoors: new Map(closedDoors), budgets, stop };
}

function limitOf(path: string, server: Configuration['server']): Omit<BodyLimits, 'budget'> {
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
