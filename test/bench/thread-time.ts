/** How long some work takes this thread, whatever else the machine does. */

/** Some kernels count a thread's time in steps of 4 ms: long enough to make them small. */
const TARGET_US = 60_000;

/** The largest bodies make the heap be collected every few calls, for longer than a call takes: enough for several. */
const LEAST_TURNS = 6;

/** One collection of the heap, or the compiler, makes a handful of calls take as long as a sample, but not again and again. */
const LONG_ENOUGH_IN_A_ROW = 3;

/**
 * Measures as often as it is called, in microseconds for one call of the work. The bodies are taken in turn, so that the
 * next call never repeats the last one.
 *
 * How many calls a sample has is found out here, which also compiles the work, and stays: were a sample over when its time
 * is, one collection of the heap could leave it with a handful of calls, and make these look hundreds of times as long.
 */
export function stopwatch(work: (body: Buffer) => unknown, bodies: readonly Buffer[]): () => number {
  const timeOf = (turns: number): number => {
    const before = process.threadCpuUsage();
    for (let turn = 0; turn < turns; turn += 1) for (const body of bodies) work(body);
    const { user, system } = process.threadCpuUsage(before);
    return user + system;
  };
  let turns = LEAST_TURNS;
  for (let longEnough = 0; longEnough < LONG_ENOUGH_IN_A_ROW; ) {
    if (timeOf(turns) >= TARGET_US) longEnough += 1;
    else {
      turns *= 2;
      longEnough = 0;
    }
  }
  return () => timeOf(turns) / (turns * bodies.length);
}
