/** A line in the log for many of the same kind. */

/** Callers ask hundreds of times a second, and about the same thing again and again: one line stands for all. */
const BETWEEN_LINES_MS = 10_000;

/** As many keys as may be remembered for not being logged again at once. */
const MOST_KEYS = 1_000;

/** Not again too soon, for each key: a pod that waits is asked about at every change in the cluster. */
export function quietly(now: () => number): (key: string, write: () => void) => void {
  const last = new Map<string, number>();
  return (key, write) => {
    const time = now();
    if (time - (last.get(key) ?? Number.NEGATIVE_INFINITY) < BETWEEN_LINES_MS) return;
    if (last.size >= MOST_KEYS) last.clear();
    last.set(key, time);
    write();
  };
}
