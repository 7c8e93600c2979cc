/** Reviews of 5 KB over TLS: Daemonward with all its rules, a Fastify echo, and equal rules in Go and for Pepr. */
import { daemonSet, reviewFor, reviewOf } from '../http/reviews.ts';
import type { Effort } from './effort.ts';
import { overTls, type TlsGoal } from './over-tls.ts';
import { ECHO, startEcho } from './peers/fastify.ts';
import { GO, GO_ONE_PASS, startGo } from './peers/go.ts';
import { PEPR, startPepr } from './peers/pepr.ts';
import type { Row } from './result.ts';
import { startReviewServer } from './review-server.ts';
import { ANNOTATIONS } from './reviews.ts';

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

interface Subject {
  readonly what: string;
  readonly path: string;
  readonly review: object;
  readonly answer: RegExp;
  readonly goals: readonly TlsGoal[];
}

const VALIDATE: Subject = {
  what: 'validate a review, TLS keep-alive, all rules on',
  path: '/validate/daemonsets',
  review: validated,
  answer: /"allowed":true/,
  goals: [
    { measure: 'cpu', against: ECHO, goal: { atMost: 1.2 } },
    { measure: 'cpu', against: GO, goal: { atMost: 0.6 } },
    { measure: 'perSecond', against: GO, goal: { atLeast: 1 } },
    { measure: 'cpu', against: GO_ONE_PASS, goal: null },
    { measure: 'perSecond', against: GO_ONE_PASS, goal: null },
    { measure: 'perSecond', against: PEPR, goal: { atLeast: 8 } },
  ],
};

const MUTATE: Subject = {
  what: 'mutate a review, TLS keep-alive, all rules on',
  path: '/mutate/pods',
  review: mutated,
  answer: /"patchType":"JSONPatch"/,
  goals: [
    { measure: 'cpu', against: ECHO, goal: { atMost: 1.4 } },
    { measure: 'cpu', against: GO, goal: null },
    { measure: 'perSecond', against: GO, goal: null },
    { measure: 'perSecond', against: PEPR, goal: { atLeast: 10 } },
  ],
};

export const validateOverTls = (effort: Effort) => reviewsOverTls(VALIDATE, effort);
export const mutateOverTls = (effort: Effort) => reviewsOverTls(MUTATE, effort);

async function reviewsOverTls({ review, ...subject }: Subject, effort: Effort): Promise<readonly Row[]> {
  const ours = await startReviewServer();
  const servers = [ours, await startEcho(ours), ...(await startGo(ours)), ...(await startPepr(ours))];
  const bodies = [Buffer.from(JSON.stringify(review))];
  const row = await overTls({ ...subject, bodies, servers, echoes: [ECHO] }, effort);
  for (const server of servers.toReversed()) await server.stop();
  return [row];
}
