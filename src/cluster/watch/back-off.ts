/** How long to wait after the n-th failure in a row: longer each time, and never the same for two who failed together. */

const FIRST_MS = 200;

/** A cluster that was away should be seen again soon, and an API server in trouble not be asked all the time. */
const LONGEST_MS = 15_000;

/** `random` gives numbers from 0 to 1. Half of the time is certain, the other half is drawn. */
export function backOffMs(failures: number, random: () => number, longestMs = LONGEST_MS): number {
  const ceiling = Math.min(longestMs, FIRST_MS * 2 ** (failures - 1));
  return Math.round(ceiling / 2 + (ceiling / 2) * random());
}
