/** Requests that are given up when no byte has come for too long: half-open connections never close by themselves. */

/** No byte came for too long. */
export class IdleError extends Error {}

/** Runs a request with a signal that aborts it, and a function to call when bytes came. */
export async function unlessIdle<T>(
  idleMs: number,
  signal: AbortSignal,
  request: (signal: AbortSignal, heard: () => void) => Promise<T>,
): Promise<T> {
  const idle = new AbortController();
  const timer = setTimeout(() => idle.abort(), idleMs);
  try {
    return await request(AbortSignal.any([signal, idle.signal]), () => timer.refresh());
  } catch (error) {
    if (idle.signal.aborted) throw new IdleError(`nothing was heard for ${idleMs} ms`);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
