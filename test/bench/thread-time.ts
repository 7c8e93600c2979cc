/** How long some work takes this thread, whatever else the machine does. */

/** Some kernels count a thread's time in steps of 4 ms: long enough to make them small. */
const TARGET_MS = 120;

/** Microseconds for one call. The bodies are taken in turn, so that the next call never repeats the last one. */
export function timeOf(work: (body: Buffer) => unknown, bodies: readonly Buffer[]): number {
  const begin = performance.now();
  const before = process.threadCpuUsage();
  let calls = 0;
  while (performance.now() - begin < TARGET_MS) {
    for (const body of bodies) work(body);
    calls += bodies.length;
  }
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / calls;
}
