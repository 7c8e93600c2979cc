/**
 * The time by which what lasts is measured: in ms since 1970 as the clock was at the start of the process, and from then on
 * steady. A clock that is set back by an hour would otherwise hide for an hour that nothing has been heard, and one that is
 * set forward would make a good view stale.
 */
export function steadyNow(): number {
  return performance.timeOrigin + performance.now();
}
