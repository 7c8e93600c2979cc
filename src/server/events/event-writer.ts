/** Writes what the book has to tell, one after another, and stops for a while when it may not. */
import { ApiError, isForbidden, isNotFound } from '../../cluster/api/api-answer.ts';
import type { ApiClient } from '../../cluster/api/api-client.ts';
import { collectionPath, objectPath } from '../../cluster/api/api-path.ts';
import { messageOf } from '../../json/error-message.ts';
import type { BookedEvent, EventBook } from './event-book.ts';
import type { EventReason } from './event-note.ts';
import { eventChange, eventName, eventObject } from './event-object.ts';

/** What is not allowed may be one day; until then each try is a line in the API server's audit log. */
const FORBIDDEN_FOR_MS = 300_000;

/** A server that cannot be reached is not asked for every event. */
const UNREACHED_FOR_MS = 30_000;

export const EVENTS_RIGHT = 'create, patch events';

export interface EventWriterOptions {
  readonly api: Pick<ApiClient, 'create' | 'patch'>;
  readonly book: EventBook;
  readonly instance: string;
  /** Whether this replica tells what all of them know. */
  holds(): boolean;
  now(): number;
  written(reason: EventReason): void;
  failed(reason: EventReason, message: string): void;
  forbidden(message: string): void;
  granted(): void;
}

export class EventWriter {
  readonly #options: EventWriterOptions;
  #pausedUntil = Number.NEGATIVE_INFINITY;

  constructor(options: EventWriterOptions) {
    this.#options = options;
  }

  /** Everything that is due now. Does not throw. */
  async write(): Promise<void> {
    const { book, holds, now } = this.#options;
    if (now() < this.#pausedUntil) return;
    for (const event of book.due(({ isKnownToAll }) => !isKnownToAll || holds())) {
      book.spend(event);
      try {
        await this.#writeOne(event);
      } catch (error) {
        this.#failed(event, error);
        if (now() < this.#pausedUntil) return;
      }
    }
  }

  async #writeOne(event: BookedEvent): Promise<void> {
    const { api, book, instance, written, granted } = this.#options;
    const { about, reason } = event.note;
    const resource = { apiVersion: 'v1', plural: 'events', namespace: about.namespace };
    if (event.isWritten) {
      await api.patch(objectPath(resource, eventName(event, instance)), eventChange(event));
    } else {
      await api.create(collectionPath(resource), eventObject(event, instance));
    }
    granted();
    book.written(event);
    written(reason);
  }

  #failed(event: BookedEvent, error: unknown): void {
    const { book, now, failed, forbidden } = this.#options;
    const message = messageOf(error);
    // The API server keeps events for an hour, or as long as it was told to.
    if (event.isWritten && isNotFound(error)) {
      book.renew(event);
      return;
    }
    failed(event.note.reason, message);
    if (isForbidden(error) && !isTerminating(message)) {
      this.#pausedUntil = now() + FORBIDDEN_FOR_MS;
      forbidden(message);
    } else if (isFinal(error)) {
      book.drop(event);
    } else {
      this.#pausedUntil = now() + UNREACHED_FOR_MS;
    }
  }
}

const SERVER_ERROR = 500;
const TOO_MANY = 429;

/** To try the same again would end in the same way. */
function isFinal(error: unknown): boolean {
  return error instanceof ApiError && error.status < SERVER_ERROR && error.status !== TOO_MANY;
}

/** Said with the same code as a missing right; the namespace is on its way out, and nobody reads its events. */
function isTerminating(message: string): boolean {
  return message.includes('because it is being terminated');
}
