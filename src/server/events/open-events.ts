/** Events on DaemonSets, from what happens to what the cluster is told: the parts put together, with a clock. */
import type { FastifyBaseLogger } from 'fastify';
import type { AdmissionEvent } from '../../admission/door.ts';
import type { ApiClient } from '../../cluster/api/api-client.ts';
import type { Extender } from '../../scheduler/extender.ts';
import type { Metrics } from '../observe/metrics.ts';
import type { MissingRight, MissingRights } from '../writer/missing-rights.ts';
import { DaemonNews } from './daemon-news.ts';
import { EventBook } from './event-book.ts';
import { type EventNote, refusalNote } from './event-note.ts';
import { EVENTS_RIGHT, EventWriter } from './event-writer.ts';

/** Soon enough for somebody who looks right after a refusal. */
const WRITTEN_EVERY_MS = 3_000;

export interface ClusterEvents {
  /** A review was answered. */
  reviewed(event: AdmissionEvent): void;
  /** Something else that all replicas know of. */
  tell(note: EventNote, partition: string): void;
  /** Begins to tell of daemons that wait. */
  follow(extender: Extender): void;
  /** For `/state`. */
  state(): EventsState;
  stop(): Promise<void>;
}

export interface EventsState {
  /** Events that are remembered, told or not. */
  readonly remembered: number;
  /** What is missing to tell them; null when nothing is. */
  readonly problem: MissingRight | null;
}

export interface EventsOptions {
  /** Whose daemons are told of. */
  readonly partition: string;
  readonly api: Pick<ApiClient, 'create' | 'patch'>;
  /** The name of this replica. */
  readonly instance: string;
  /** Whether this replica holds the Lease. */
  holds(): boolean;
  readonly rights: MissingRights;
  readonly log: FastifyBaseLogger;
  readonly metrics: Metrics;
  now(): Date;
}

export function openEvents({
  partition,
  api,
  instance,
  holds,
  rights,
  log,
  metrics,
  now,
}: EventsOptions): ClusterEvents {
  const nowMs = () => now().getTime();
  let news: DaemonNews | undefined;
  let followed: Extender | undefined;
  const book = new EventBook(nowMs, (reason) => metrics.events.inc({ reason, outcome: 'dropped' }));
  const writer = new EventWriter({
    api,
    book,
    instance,
    holds,
    now: nowMs,
    written: (reason) => metrics.events.inc({ reason, outcome: 'written' }),
    failed: (reason, message) => {
      metrics.events.inc({ reason, outcome: 'failed' });
      log.debug({ reason, detail: message }, 'event not written');
    },
    forbidden: (message) => rights.note(EVENTS_RIGHT, `no Events are written: ${message}`),
    granted: () => rights.granted(EVENTS_RIGHT),
  });
  let writing: Promise<void> | undefined;
  const timer = setInterval(() => {
    const isKept = followed !== undefined && followed.settings.headroom.mode !== 'off';
    if (isKept && followed?.look(partition)) news?.tell();
    // One round may take longer than the time between two.
    writing ??= writer.write().finally(() => {
      writing = undefined;
    });
  }, WRITTEN_EVERY_MS).unref();
  return {
    reviewed: (event) => {
      const note = refusalNote(event);
      if (note !== null) book.tell(note);
    },
    tell: (note) => {
      if (holds()) book.tell(note);
    },
    follow: (extender) => {
      followed = extender;
      news = new DaemonNews({
        partition,
        ledger: extender.ledger,
        view: extender.view,
        now: () => extender.sight.timeOf(partition),
        blindTime: () => extender.sight.blindTimeOf(partition),
        tell: (note) => {
          if (holds()) book.tell(note);
        },
      });
    },
    state: () => ({
      remembered: book.size,
      problem: rights.list().find(({ right }) => right === EVENTS_RIGHT) ?? null,
    }),
    stop: async () => {
      clearInterval(timer);
      news?.stop();
      await writing;
    },
  };
}
