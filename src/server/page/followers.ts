/** Browsers that follow the grid by Server-Sent Events: how many there may be, and what becomes of slow ones. */
import type { Writable } from 'node:stream';

/** Each is a page somebody has open; the data is made once for all of them. */
export const MOST_FOLLOWERS = 20;

/** Often enough that proxies in between, which give up after a minute, keep the connection. */
const HEARTBEAT_MS = 15_000;

/** Whoever has not taken an answer by then is not reading. */
const SLOW_AFTER_MS = 10_000;

/** Then a browser asks again, and shows anew that it may. */
const LASTS_MS = 15 * 60_000;

/** A line that no browser makes an event of. */
const HEARTBEAT = ':\n\n';

interface Follower {
  readonly response: Writable;
  readonly since: number;
  /** Since when it has not read what was sent; undefined when it has. */
  behindSince: number | undefined;
  /** Something was not sent meanwhile: it needs all of it anew. */
  missed: boolean;
}

export interface FollowersOptions {
  /** What somebody needs who knows nothing, and has to be told again after a gap; null while there is nothing. */
  whole(): Buffer | null;
  /** In ms, steady. */
  clock(): number;
}

export class Followers {
  readonly #options: FollowersOptions;
  readonly #all = new Set<Follower>();
  readonly #heart: NodeJS.Timeout;

  constructor(options: FollowersOptions) {
    this.#options = options;
    this.#heart = setInterval(() => this.#beat(), HEARTBEAT_MS).unref();
  }

  get size(): number {
    return this.#all.size;
  }

  get isFull(): boolean {
    return this.#all.size >= MOST_FOLLOWERS;
  }

  /** The head of the answer has been written. */
  add(response: Writable): void {
    const follower: Follower = {
      response,
      since: this.#options.clock(),
      behindSince: undefined,
      missed: true,
    };
    this.#all.add(follower);
    response.once('close', () => this.#all.delete(follower));
    response.on('drain', () => {
      follower.behindSince = undefined;
      if (follower.missed) this.#catchUp(follower);
    });
    this.#catchUp(follower);
  }

  /** A change, for those who have everything that came before it; the others get everything. */
  send(event: Buffer): void {
    for (const follower of this.#all) {
      if (follower.behindSince !== undefined) follower.missed = true;
      else if (follower.missed) this.#catchUp(follower);
      else this.#write(follower, event);
    }
  }

  /** Nothing has changed: for those who came meanwhile. */
  sendToNew(): void {
    for (const follower of this.#all) {
      if (follower.missed && follower.behindSince === undefined) this.#catchUp(follower);
    }
  }

  /** Everything, for all: those who are behind get it when they have read. */
  sendWhole(): void {
    for (const follower of this.#all) {
      follower.missed = true;
      if (follower.behindSince === undefined) this.#catchUp(follower);
    }
  }

  stop(): void {
    clearInterval(this.#heart);
    for (const { response } of this.#all) response.end();
  }

  #catchUp(follower: Follower): void {
    const whole = this.#options.whole();
    if (whole === null) return;
    follower.missed = false;
    this.#write(follower, whole);
  }

  #write(follower: Follower, bytes: Buffer | string): void {
    if (!follower.response.write(bytes)) follower.behindSince ??= this.#options.clock();
  }

  #beat(): void {
    const now = this.#options.clock();
    for (const follower of this.#all) {
      if (now - follower.since > LASTS_MS) follower.response.end();
      else if (follower.behindSince === undefined) this.#write(follower, HEARTBEAT);
      else if (now - follower.behindSince > SLOW_AFTER_MS) follower.response.destroy();
    }
  }
}
