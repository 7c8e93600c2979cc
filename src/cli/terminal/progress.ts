/** One line on a terminal while something takes longer than a second, gone again when it is done. */
import type { Terminal } from '../command.ts';

/** What is done sooner needs no word. */
const SILENT_MS = 1_000;
/** As often as somebody can read it. */
const BETWEEN_MS = 200;
/** Back to the start of the line, and all of it away. */
const CLEAR = '\r\u001b[K';

export interface Progress {
  /** What is done at the moment; costs next to nothing, so that every step may say it. */
  at(text: string): void;
  /** Before anything else is printed, and at the end. */
  clear(): void;
}

const SILENT: Progress = { at() {}, clear() {} };

/** Nothing is written where nobody looks. */
export function progressOn(
  { errIsScreen, err }: Pick<Terminal, 'errIsScreen' | 'err'>,
  now: () => number = () => performance.now(),
): Progress {
  if (!errIsScreen) return SILENT;
  const begin = now();
  let last = Number.NEGATIVE_INFINITY;
  let isShown = false;
  return {
    at(text) {
      const time = now();
      if (time - begin < SILENT_MS || time - last < BETWEEN_MS) return;
      last = time;
      isShown = true;
      err(`${CLEAR}${text} (${Math.floor((time - begin) / 1_000)} s)`);
    },
    clear() {
      if (isShown) err(CLEAR);
      isShown = false;
    },
  };
}

/** For work that only waits: says every moment that it still does. */
export async function whileWaiting<T>(progress: Progress, text: string, work: Promise<T>): Promise<T> {
  const timer = setInterval(() => progress.at(text), BETWEEN_MS);
  try {
    return await work;
  } finally {
    clearInterval(timer);
    progress.clear();
  }
}
