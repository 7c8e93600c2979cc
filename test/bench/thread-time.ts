/** How long some work takes this thread, whatever else the machine does. */

/** Some kernels count a thread's time in steps of 4 ms: long enough to make them small. */
const TARGET_US = 120_000;

/** To ask for the time costs as much as a small call: it is asked every few milliseconds. */
const ASKED_EVERY_MS = 5;

/** Microseconds for one call. The bodies are taken in turn, so that the next call never repeats the last one. */
export function timeOf(work: (body: Buffer) => unknown, bodies: readonly Buffer[]): number {
  const before = process.threadCpuUsage();
  let calls = 0;
  let taken = 0;
  // By the thread's own time, and not by the clock: on a busy machine most of the clock's time is somebody else's.
  while (taken < TARGET_US) {
    const begin = performance.now();
    while (performance.now() - begin < ASKED_EVERY_MS) {
      for (const body of bodies) work(body);
      calls += bodies.length;
    }
    const { user, system } = process.threadCpuUsage(before);
    taken = user + system;
  }
  return taken / calls;
}
