/** What a review costs the processor from socket to answer, against a Fastify route that only sends the same body back. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { isObject } from '../../src/json/object.ts';
import { daemonSet, reviewFor, reviewOf } from '../http/reviews.ts';
import { ratiosOf } from './ratio.ts';
import { startReviewServer } from './review-server.ts';
import { ANNOTATIONS } from './reviews.ts';
import { openLoad } from './tls-load.ts';

const ROUNDS = 9;

/** Of each side in a round: some two hundred milliseconds of a processor. */
const REQUESTS = 2_000;

/** Until both are compiled. */
const WARM_UP = 6_000;

const agent = daemonSet();
const validated = reviewOf({
  object: { ...agent, metadata: { ...agent.metadata, annotations: ANNOTATIONS } },
});

/** A pod of the system that names its node, and gets its pin and tolerations. */
const mutated = reviewFor('/mutate/pods', {
  kind: { group: '', version: 'v1', kind: 'Pod' },
  name: 'agent-1',
  object: {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name: 'agent-1',
      namespace: 'kube-system',
      annotations: { ...ANNOTATIONS, 'daemonward.dev/target-node': 'n1' },
    },
    spec: { containers: [{ name: 'main', image: 'main' }] },
  },
});

const SUBJECTS = [
  { what: 'validate', path: '/validate/daemonsets', review: validated, answer: /"allowed":true}/ },
  { what: 'mutate', path: '/mutate/pods', review: mutated, answer: /"patchType":"JSONPatch"/ },
] as const;

async function startEcho(key: string, cert: string) {
  const child = fork(join(import.meta.dirname, 'echo-server.ts'), [key, cert]);
  const reported = async () => {
    const [message]: unknown[] = await once(child, 'message');
    if (!isObject(message)) throw new Error('the echo says nothing');
    return { port: Number(message.port), cpu: Number(message.cpu) };
  };
  const { port } = await reported();
  return {
    port,
    cpu: async () => {
      child.send('cpu');
      return (await reported()).cpu;
    },
    stop: () => child.kill(),
  };
}

export async function reviewsOverTls() {
  const server = await startReviewServer();
  const echo = await startEcho(server.key, server.cert);
  const loads = { server: await openLoad(server.port), echo: await openLoad(echo.port) };
  const rows = [];
  for (const { what, path, review, answer } of SUBJECTS) {
    const body = Buffer.from(JSON.stringify(review));
    /** Microseconds of the processor for one request. */
    const cost = async (side: 'server' | 'echo', count: number) => {
      const { cpu } = { server, echo }[side];
      const before = await cpu();
      const text = await loads[side].send(path, body, count);
      if (side === 'server' && !answer.test(text))
        throw new Error(`not the answer that is measured: ${text}`);
      return ((await cpu()) - before) / count;
    };
    for (const side of ['server', 'echo'] as const) await cost(side, WARM_UP);
    const rounds = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      rounds.push({ work: await cost('server', REQUESTS), against: await cost('echo', REQUESTS) });
    }
    const { times, ...more } = ratiosOf(rounds);
    rows.push({ what: `${what}, a review of 5 KB, over TLS`, bytes: body.length, timesEcho: times, ...more });
  }
  for (const load of Object.values(loads)) load.close();
  echo.stop();
  await server.stop();
  return rows;
}
