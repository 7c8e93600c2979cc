/**
 * Keeps one kind of the store equal to an API server: list, watch, resume, and list anew when that cannot be. The
 * informer of the JavaScript client gives up on most errors, and its view then grows old without a word.
 */
import { messageOf } from '../../json/error-message.ts';
import type { JsonObject } from '../../json/object.ts';
import { LineStream } from '../../json/stream/line-stream.ts';
import { type ApiConnection, ApiError, bodyOf, GONE, isWithheld } from '../api/api-answer.ts';
import { KEY_OF, rawKeyOf } from '../object-key.ts';
import type { Projector } from '../projection/projector.ts';
import type { ObjectKind } from '../records.ts';
import type { ClusterStore } from '../store/store.ts';
import { backOffMs } from './back-off.ts';
import { IdleError, unlessIdle } from './idle.ts';
import { listAll } from './lister.ts';
import { GarbledError, parseWatchEvent, type WatchEvent } from './watch-event.ts';

/** The server is asked to end a watch after this time, so that connections spread again over its replicas. */
const WATCH_SECONDS = { least: 300, most: 600 } as const;

/** After so many watches in a row that the server answered with nothing of use, the version may be the trouble. */
const FRUITLESS_AT_MOST = 3;

/** How API servers answer a version that they cannot read or that lies in their future (a restored etcd, say). */
const VERSION_REFUSALS: ReadonlySet<number> = new Set([400, 422, 504]);

/** A watch that ends sooner than this and said nothing is a failure, or it would be opened in a tight loop. */
const TOO_SHORT_MS = 1_000;

/** What is withheld may be granted one day; until then each request is a line in the API server's audit log. */
const WITHHELD_MS = 300_000;

export interface Clock {
  now(): number;
  /** Resolves early when the signal is aborted. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
  /** From 0 to 1. */
  random(): number;
}

/** What a reflector tells, for the log and the metrics. */
export interface ReflectorReport {
  listed(
    kind: ObjectKind,
    details: { reason: ListReason; objects: number; removed: number; ms: number },
  ): void;
  event(kind: ObjectKind): void;
  /** Bytes of a list or a watch came. */
  received(kind: ObjectKind, bytes: number): void;
  broken(kind: ObjectKind, details: { doing: 'list' | 'watch'; reason: BreakReason; message: string }): void;
  unreadable(kind: ObjectKind, message: string): void;
  /** The cluster does not have this kind or does not show it, and can be decided about without. Told once. */
  withheld(kind: ObjectKind, message: string): void;
}

export type ListReason = 'start' | 'gone' | 'fruitless';
export type BreakReason = 'idle' | 'gone' | 'refused' | 'cut' | 'garbled';

export interface ReflectorOptions<K extends ObjectKind> {
  readonly kind: K;
  /** Whose API server it is, where there are several. */
  readonly partition: string;
  readonly path: string;
  /** Decisions can do without it, where the API server does not serve it (404) or does not let us read it (403). */
  readonly optional: boolean;
  readonly connection: ApiConnection;
  readonly store: ClusterStore;
  readonly project: Projector[K];
  readonly pageSize: number;
  /** Bookmarks come every minute: a connection silent for longer than this is taken for dead. */
  readonly idleMs: number;
  readonly signal: AbortSignal;
  readonly clock: Clock;
  readonly report: ReflectorReport;
}

/** Runs until the signal is aborted; nothing else ends it. */
export function reflect<K extends ObjectKind>(options: ReflectorOptions<K>): Promise<void> {
  return new Reflector(options).run();
}

class Reflector<K extends ObjectKind> {
  readonly #options: ReflectorOptions<K>;
  /** Empty while a list is due. */
  #version = '';
  #listReason: ListReason = 'start';
  #failures = 0;
  #fruitless = 0;

  constructor(options: ReflectorOptions<K>) {
    this.#options = options;
  }

  async run(): Promise<void> {
    const { signal, clock, optional } = this.#options;
    while (!signal.aborted) {
      const doing = this.#version === '' ? 'list' : 'watch';
      try {
        if (doing === 'list') await this.#list();
        else await this.#watch();
      } catch (error) {
        if (signal.aborted) return;
        this.#failures += 1;
        const withheld = optional && isWithheld(error);
        if (withheld) this.#doWithout(messageOf(error));
        else this.#failed(doing, error);
        const longestMs = withheld ? WITHHELD_MS : undefined;
        await clock.sleep(backOffMs(this.#failures, clock.random, longestMs), signal);
      }
    }
  }

  #doWithout(message: string): void {
    const { kind, store, report, partition } = this.#options;
    if (store.freshness(kind, partition).withheld !== message) report.withheld(kind, message);
    store.markWithheld(kind, message, partition);
  }

  /** A server that is away is no reason to list anew: it will tell what happened since, or that it no longer can. */
  #failed(doing: 'list' | 'watch', error: unknown): void {
    const { kind, report, store, clock, partition } = this.#options;
    const message = messageOf(error);
    store.markFailing(kind, clock.now(), { doing, message }, partition);
    report.broken(kind, { doing, reason: reasonOf(error), message });
    if (error instanceof ApiError && error.status === GONE) this.#listAnew('gone');
    else if (doing === 'watch' && blamesVersion(error)) {
      this.#fruitless += 1;
      if (this.#fruitless >= FRUITLESS_AT_MOST) this.#listAnew('fruitless');
    }
  }

  #listAnew(reason: ListReason): void {
    this.#version = '';
    this.#listReason = reason;
    this.#fruitless = 0;
  }

  async #list(): Promise<void> {
    const { kind, partition, store, clock, report, project, connection, path, pageSize, idleMs } =
      this.#options;
    const begin = clock.now();
    const replacement = store.replace(kind, partition);
    let objects = 0;
    const item = (value: unknown): void => {
      const projected = project(value);
      if (projected.ok) {
        objects += 1;
        replacement.add(projected.record);
        return;
      }
      const key = rawKeyOf(kind, value, partition);
      if (key !== undefined) replacement.keep(key);
      report.unreadable(kind, projected.error);
    };
    const version = await unlessIdle(idleMs, this.#options.signal, (signal, heard) =>
      listAll({
        connection,
        path,
        pageSize,
        signal,
        heard: (bytes) => {
          heard();
          report.received(kind, bytes);
        },
        item,
      }),
    );
    const removed = replacement.finish();
    this.#heard(version);
    this.#failures = 0;
    report.listed(kind, { reason: this.#listReason, objects, removed, ms: clock.now() - begin });
  }

  async #watch(): Promise<void> {
    const { clock } = this.#options;
    const begin = clock.now();
    const seen = { opened: false, events: 0 };
    try {
      await this.#follow(seen);
    } catch (error) {
      const lasted = error instanceof IdleError || clock.now() - begin >= TOO_SHORT_MS;
      // The server was there: what breaks a quiet watch again and again must not be waited for longer each time.
      if (seen.opened && lasted) this.#failures = 0;
      throw error;
    }
    if (seen.events === 0 && clock.now() - begin < TOO_SHORT_MS)
      throw new GarbledError('the watch ended at once');
  }

  #follow(seen: { opened: boolean; events: number }): Promise<void> {
    const { connection, idleMs, signal: ending, report, kind } = this.#options;
    return unlessIdle(idleMs, ending, async (signal, heard) => {
      const body = await bodyOf(await connection.get(this.#watchPath(), signal));
      seen.opened = true;
      // The server is there and will tell what is new: on a quiet cluster without bookmarks this is all the news.
      this.#heard(this.#version);
      const lines = new LineStream(
        (line) => {
          if (line === '') return;
          this.#apply(parseWatchEvent(line));
          seen.events += 1;
          this.#failures = 0;
          this.#fruitless = 0;
        },
        (_number, problem) => new GarbledError(problem),
      );
      for await (const chunk of body) {
        heard();
        report.received(kind, chunk.length);
        lines.push(chunk);
      }
    });
  }

  #watchPath(): string {
    const { path, clock } = this.#options;
    const { least, most } = WATCH_SECONDS;
    const query = new URLSearchParams({
      watch: '1',
      allowWatchBookmarks: 'true',
      resourceVersion: this.#version,
      timeoutSeconds: String(Math.round(least + (most - least) * clock.random())),
    });
    return `${path}?${query}`;
  }

  #apply({ type, object, resourceVersion }: WatchEvent): void {
    if (type !== 'bookmark') {
      this.#change(type, object);
      this.#options.report.event(this.#options.kind);
    }
    this.#heard(resourceVersion);
  }

  /** What cannot be read stays as it was last known, since a half-read pod would count wrongly; what is gone goes. */
  #change(type: 'put' | 'delete', object: JsonObject): void {
    const { kind, partition, store, project, report } = this.#options;
    const projected = project(object);
    if (!projected.ok) report.unreadable(kind, projected.error);
    if (type === 'put' && projected.ok) store.put(kind, projected.record);
    if (type === 'put') return;
    const key = projected.ok ? KEY_OF[kind](projected.record) : rawKeyOf(kind, object, partition);
    if (key !== undefined) store.remove(kind, key, partition);
  }

  #heard(version: string): void {
    const { kind, partition, store, clock } = this.#options;
    this.#version = version;
    store.markHeard(kind, { resourceVersion: version, heardAt: clock.now() }, partition);
  }
}

function blamesVersion(error: unknown): boolean {
  return error instanceof GarbledError || (error instanceof ApiError && VERSION_REFUSALS.has(error.status));
}

function reasonOf(error: unknown): BreakReason {
  if (error instanceof IdleError) return 'idle';
  if (error instanceof GarbledError) return 'garbled';
  if (error instanceof ApiError) return error.status === GONE ? 'gone' : 'refused';
  return 'cut';
}
