/** `npm run bench`: what the doors cost, as ratios to a yardstick measured in the same run. Prints JSON. */
import { admissionDoors } from '../../src/admission/door.ts';
import { policySettings } from '../../src/cli/policy-settings.ts';
import { loadSnapshot } from '../../src/cluster/snapshot.ts';
import { defaultConfiguration, exampleSnapshot } from '../../src/config/schema.ts';
import { daemonSet, reviewOf } from '../http/reviews.ts';
import { extenderOver } from '../unit/scheduler/extender.ts';

/** Each round measures everything once, in turn, so that a busy machine disturbs all alike. */
const ROUNDS = 15;
const TARGET_MS = 40;

const filler = Object.fromEntries(
  Array.from({ length: 60 }, (_, index) => [`example.com/key-${index}`, 'x'.repeat(50)]),
);
const agent = daemonSet();
const review = Buffer.from(
  JSON.stringify(reviewOf({ object: { ...agent, metadata: { ...agent.metadata, annotations: filler } } })),
);

function namesBody(count: number): Buffer {
  const NodeNames = Array.from(
    { length: count },
    (_, index) => `ip-10-${index % 250}-${index}.eu-west-1.compute.internal`,
  );
  return Buffer.from(
    JSON.stringify({ Pod: { metadata: { name: 'web-1', namespace: 'shop' } }, Nodes: null, NodeNames }),
  );
}

function nodesBody(count: number): Buffer {
  const items = Array.from({ length: count }, (_, index) => ({
    metadata: { name: `node-${index}`, annotations: filler },
  }));
  return Buffer.from(
    JSON.stringify({
      Pod: { metadata: { name: 'web-1', namespace: 'shop' } },
      Nodes: { items },
      NodeNames: null,
    }),
  );
}

const settings = policySettings(defaultConfiguration());
const doors = admissionDoors({
  settings: () => settings,
  view: loadSnapshot([exampleSnapshot]).store,
  now: () => new Date(),
  observe: () => {},
});
const validate = doors.get('/validate/daemonsets');
const scheduler = extenderOver(loadSnapshot([exampleSnapshot]).store).doors;
const filter = (body: Buffer) => scheduler.get('/scheduler/filter')?.(body);

interface Subject {
  readonly name: string;
  readonly body: Buffer;
  readonly work: (body: Buffer) => unknown;
}

const parse = (body: Buffer): unknown => JSON.parse(body.toString('utf8'));

const subjects: readonly Subject[] = [
  {
    name: 'validate, a review of 5 KB',
    body: review,
    work: (body) => validate?.(body),
  },
  { name: 'filter, 500 names', body: namesBody(500), work: filter },
  { name: 'filter, 5,000 names', body: namesBody(5_000), work: filter },
  { name: 'filter, 1,000 whole nodes', body: nodesBody(1_000), work: filter },
];

/** Milliseconds for one call, over as many as fill the target time. */
function timeOf(work: (body: Buffer) => unknown, body: Buffer): number {
  const begin = performance.now();
  let calls = 0;
  while (performance.now() - begin < TARGET_MS) {
    work(body);
    calls += 1;
  }
  return (performance.now() - begin) / calls;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

const results = subjects.map(({ name, body, work }) => {
  const ratios: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) ratios.push(timeOf(work, body) / timeOf(parse, body));
  return { what: name, bytes: body.length, timesJsonParse: Number(median(ratios).toFixed(2)) };
});

console.log(JSON.stringify(results, null, 2));
