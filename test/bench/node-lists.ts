/** How long reviews take while whole nodes of 5,000 arrive again and again, beside how long they take in quiet. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { reviewOf } from '../http/reviews.ts';
import type { Effort } from './effort.ts';
import { percentile, senderOf } from './fairness/sender.ts';
import { figureOf, timesOf, verdictOf } from './figure.ts';
import { nodeNames, nodeObject, tenantPod } from './filter-by-names.ts';
import type { Row } from './result.ts';
import { startReviewServer } from './review-server.ts';

const NODES = 5_000;
/** With what kubelets report of images and conditions: 59 MB for all. */
const BYTES_PER_NODE = 11_800;
/** What a scheduler at its defaults would need for them. */
const LIMIT_BYTES = 128 * 1024 * 1024;

/** Of reviews, in a second: a busy cluster. */
const RATE = 100;
const WARM_UP_SECONDS = 2;
const MOST_TIMES = 10;
/** Each is seconds of quiet and as many of load. */
const FEWEST_ROUNDS = 3;

export async function nodeLists({ rounds, seconds }: Effort): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'daemonward-node-lists-'));
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const body = listText();
  const ours = await startReviewServer({
    server: { wholeNodesLimitBytes: LIMIT_BYTES, callsInFlightLimitBytes: 2 * LIMIT_BYTES },
  });
  const { cert, key } = ours.scheduler;
  const port = String(ours.port);
  const review = file('review', JSON.stringify(reviewOf()));
  const reviews = await senderOf([port, '/validate/daemonsets', review]);
  // In a cluster the scheduler has a processor of its own: here the service comes first.
  const lists = (await senderOf([port, '/scheduler/filter', file('lists', body), cert, key])).yields();
  const p99 = async (): Promise<number> => {
    const { milliseconds, failed } = await reviews.send({ send: 'steadily', rate: RATE, seconds });
    if (failed > 0) throw new Error(`${failed} reviews were not answered`);
    return percentile(milliseconds);
  };
  await reviews.send({ send: 'steadily', rate: RATE, seconds: WARM_UP_SECONDS });
  await lists.send({ send: 'greedily', connections: 1, seconds: WARM_UP_SECONDS });
  const quiet: number[] = [];
  const loaded: number[] = [];
  const arrived: number[] = [];
  for (let round = 0; round < Math.max(FEWEST_ROUNDS, rounds / FEWEST_ROUNDS); round += 1) {
    quiet.push(await p99());
    const [times, sent] = await Promise.all([
      p99(),
      lists.send({ send: 'greedily', connections: 1, seconds }),
    ]);
    if (sent.milliseconds.length === 0 || sent.failed > 0)
      throw new Error(`node lists: ${sent.milliseconds.length} answered, ${sent.failed} not`);
    loaded.push(times);
    arrived.push(sent.milliseconds.length / sent.seconds);
  }
  for (const sender of [reviews, lists]) sender.stop();
  await ours.stop();
  rmSync(folder, { recursive: true });
  return [
    {
      what: `reviews while whole nodes of ${NODES.toLocaleString('en')} arrive`,
      bytes: body.length,
      subjects: [],
      verdicts: [
        verdictOf({
          what: 'p99 against quiet',
          measured: timesOf(loaded, quiet),
          goal: { atMost: MOST_TIMES },
        }),
        verdictOf({ what: 'p99 in quiet', unit: 'ms', measured: figureOf(quiet) }),
        verdictOf({ what: 'p99 meanwhile', unit: 'ms', measured: figureOf(loaded) }),
        verdictOf({ what: 'lists answered', unit: '/s', measured: figureOf(arrived) }),
      ],
    },
  ];
}

function listText(): string {
  const filler = 'x'.repeat(BYTES_PER_NODE - JSON.stringify(nodeObject('n')).length);
  const items = nodeNames(NODES).map((name) => {
    const node = nodeObject(name);
    return { ...node, metadata: { ...node.metadata, annotations: { filler } } };
  });
  return JSON.stringify({ Pod: tenantPod(), Nodes: { metadata: {}, items }, NodeNames: null });
}
