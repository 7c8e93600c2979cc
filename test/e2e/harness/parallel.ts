/** Runs the same work for many items, so many at a time. */

/** As many as the client has connections: more would only queue. */
const AT_A_TIME = 64;

export async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  const queue = items.values();
  async function worker(): Promise<void> {
    for (const item of queue) await work(item);
  }
  await Promise.all(Array.from({ length: Math.min(AT_A_TIME, items.length) }, worker));
}
