/** When each path was last answered and last refused: a scheduler that no longer asks leaves no other trace. */

interface PathTimes {
  answered?: number;
  refused?: { readonly at: number; readonly error: string };
}

export class CallTimes {
  readonly #now: () => number;
  /** By path, of which the service has few. */
  readonly #paths = new Map<string, PathTimes>();
  #untrusted: number | undefined;

  constructor(paths: Iterable<string>, now: () => number) {
    this.#now = now;
    for (const path of paths) this.#paths.set(path, {});
  }

  answered(path: string): void {
    const times = this.#paths.get(path);
    if (times !== undefined) times.answered = this.#now();
  }

  /** Somebody who is not known; `error` says why. */
  refused(path: string, error: string): void {
    const times = this.#paths.get(path);
    if (times !== undefined) times.refused = { at: this.#now(), error };
  }

  /** A caller broke off the handshake because it does not trust our certificate. Who it was, nobody knows. */
  untrusted(): void {
    this.#untrusted = this.#now();
  }

  state() {
    return {
      paths: Object.fromEntries(
        Array.from(this.#paths, ([path, { answered, refused }]) => [
          path,
          {
            answered: timeText(answered),
            refused: refused === undefined ? null : { at: timeText(refused.at), error: refused.error },
          },
        ]),
      ),
      untrusted: timeText(this.#untrusted),
    };
  }
}

function timeText(at: number | undefined): string | null {
  return at === undefined ? null : new Date(at).toISOString();
}
