/** A call that another thread has read gets the answer that it would have got at once, mistakes and all. */
import { expect, test } from 'vitest';
import { schedulerDoors } from '../../../../src/scheduler/door.ts';
import { callDigester } from '../../../../src/scheduler/wire/call-digest.ts';
import type { AnswerText } from '../../../../src/scheduler/wire/nodes-call.ts';
import { mutated, recordedBodies } from '../../../faults/mutations.ts';
import { seededRandom } from '../../../faults/seeded-random.ts';
import { seededRandom as randomOf } from '../../../snapshot/random.ts';
import { DaemonCluster } from '../../headroom/cluster-of-daemons.ts';
import { extenderOver } from '../extender.ts';
import { randomBodies } from './random-bodies.ts';

const NAMES = Array.from({ length: 40 }, (_, index) => `node-${index}.example`);
const BODIES = 3_000;

function doorsOver(takesWhole: boolean) {
  const cluster = new DaemonCluster().synced();
  for (const name of NAMES) cluster.node(name);
  cluster.daemonSet('agent');
  const [direct, digested] = [extenderOver(cluster.store).extender, extenderOver(cluster.store).extender];
  const digest = callDigester({ takesWhole, seed: digested.names.seed });
  const [small, large] = [direct, digested].map((extender) => schedulerDoors(extender, { takesWhole }));
  return {
    small: async (path: string, body: Buffer) => textOf(await small?.get(path)?.answer(body)),
    large: async (path: string, body: Buffer) => {
      // As it comes from the other thread.
      const read = structuredClone(digest(path, Buffer.from(Uint8Array.from(body).buffer)));
      return textOf(read.ok ? await large?.get(path)?.answerDigest?.(read.value) : read);
    },
  };
}

type Answered =
  | { readonly ok: true; readonly value: AnswerText }
  | { readonly ok: false; readonly problem: object };

function textOf(answer: Answered | undefined): unknown {
  if (answer === undefined) return 'no such door';
  if (!answer.ok) return answer.problem;
  const { value } = answer;
  const isWhole = typeof value === 'string' || Buffer.isBuffer(value);
  return JSON.parse(isWhole ? value.toString() : Buffer.concat([...value]).toString());
}

test.each([true, false])('%s: calls of every shape', async (takesWhole) => {
  const { small, large } = doorsOver(takesWhole);
  const bodies = randomBodies(randomOf(11), () => NAMES);
  let answered = 0;

  for (let turn = 0; turn < BODIES; turn += 1) {
    const body = bodies.next();
    const path = turn % 2 === 0 ? '/scheduler/filter' : '/scheduler/prioritize';
    const [expected, found] = [await small(path, body), await large(path, body)];
    // No node has a name that JSON has to escape: of many such names nobody makes strings.
    if (JSON.stringify(found).includes('must be names of nodes')) continue;
    expect({ body: body.toString('latin1'), answer: found }).toEqual({
      body: body.toString('latin1'),
      answer: expected,
    });
    answered += 1;
  }

  expect(answered).toBeGreaterThan(BODIES * 0.9);
});

test('recorded calls, and the same ones spoilt', async () => {
  const { small, large } = doorsOver(true);
  const random = seededRandom(5);
  const recorded = recordedBodies().filter(({ path }) => /filter|prioritize|preempt/.test(path));

  for (const { path, body } of recorded) {
    for (const bytes of [body, mutated(body, random), mutated(body, random)]) {
      expect(await large(path, bytes)).toEqual(await small(path, bytes));
    }
  }

  expect(recorded.length).toBeGreaterThan(5);
});

test('many names are answered in pieces that make one answer', async () => {
  const { small, large } = doorsOver(false);
  const names = Array.from({ length: 10_000 }, (_, index) => NAMES[index] ?? `other-${index}`);
  const body = Buffer.from(
    JSON.stringify({ Pod: { metadata: { name: 'web', namespace: 'shop', uid: 'web' } }, NodeNames: names }),
  );

  for (const path of ['/scheduler/filter', '/scheduler/prioritize']) {
    expect(await large(path, body)).toEqual(await small(path, body));
  }
});
