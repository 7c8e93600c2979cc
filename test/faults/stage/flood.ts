/** Many reviews straight to the process, one after the other on a few connections. */
import { Agent } from 'node:https';
import { inParallel } from '../../e2e/harness/parallel.ts';
import { exchange } from '../../e2e/harness/request.ts';
import { reviewOf } from '../../http/reviews.ts';
import type { Service } from './service.ts';

/** So few that those of the load find their turn at once. */
const CONNECTIONS = 4;

/** Returns when every one of them was answered; throws when one was not. */
export async function flood({ replicas }: Service, count: number): Promise<void> {
  const [replica] = replicas();
  if (replica === undefined) return;
  const agent = new Agent({ ca: replica.ca(), keepAlive: true, maxSockets: CONNECTIONS });
  const body = JSON.stringify(reviewOf());
  await inParallel(Array.from({ length: count }), async () => {
    const url = `${replica.serviceUrl}/validate/daemonsets`;
    const { status } = await exchange(url, { method: 'POST', body, agent });
    if (status !== 200) throw new Error(`a review was answered with ${status}`);
  });
  agent.destroy();
}
