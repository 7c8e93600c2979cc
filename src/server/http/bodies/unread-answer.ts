/** Closes a connection whose answer nobody reads: until it is gone, the answer takes memory, bytes of the budget and a place. */
import type { IncomingMessage, ServerResponse } from 'node:http';

/** No API server or scheduler waits for a webhook or an extender longer than this: who still reads then has given up. */
const READ_WITHIN_MS = 30_000;

/** To be called when the answer is sent. A small one goes to the system at once, whether it is read or not. */
export function closeUnlessRead({ socket }: IncomingMessage, response: ServerResponse): void {
  const late = setTimeout(() => socket.destroy(), READ_WITHIN_MS).unref();
  response.on('close', () => clearTimeout(late));
}
