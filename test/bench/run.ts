/** `npm run bench`: what the doors cost, as ratios to a yardstick measured in the same run. Prints JSON. */
import { admissionDoors } from '../../src/admission/door.ts';
import { loadSnapshot } from '../../src/cluster/snapshot/snapshot.ts';
import { defaultConfiguration, exampleSnapshot } from '../../src/config/schema/schema.ts';
import { policySettings } from '../../src/policy/settings.ts';
import { UNOBSERVED } from '../../src/scheduler/observer.ts';
import { daemonSet, reviewOf } from '../http/reviews.ts';
import { extenderOver } from '../unit/scheduler/extender.ts';
import type { Comparison } from './comparison.ts';
import { daemonsInFlight } from './daemons-in-flight.ts';
import { filterSubjects } from './filter-subjects.ts';
import { changedDaemonSet } from './holds.ts';
import { timeOf } from './thread-time.ts';

/** Each round measures everything once, in turn, so that a busy machine disturbs all alike. */
const ROUNDS = 7;

/** What a scheduler sends of 5,000 nodes, of 100,000, and at the most. */
const NAME_COUNTS = [500, 5_000, 100_000] as const;

const filler = Object.fromEntries(
  Array.from({ length: 60 }, (_, index) => [`example.com/key-${index}`, 'x'.repeat(50)]),
);
const agent = daemonSet();
const review = Buffer.from(
  JSON.stringify(reviewOf({ object: { ...agent, metadata: { ...agent.metadata, annotations: filler } } })),
);

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
const scheduler = extenderOver(loadSnapshot([exampleSnapshot]).store, { observer: UNOBSERVED }).doors;
const filter = (body: Buffer) => scheduler.get('/scheduler/filter')?.answer(body);

interface Subject {
  readonly name: string;
  readonly bodies: readonly Buffer[];
  readonly work: (body: Buffer) => unknown;
}

const parse = (body: Buffer): unknown => JSON.parse(body.toString('utf8'));

/**
 * Made when it is their turn, small ones first, and gone before the next: a cluster of 100,000 nodes that is only there makes
 * every collection of the heap take a third of a second, in whatever row it comes.
 */
const subjects: readonly (() => readonly Subject[])[] = [
  () => [{ name: 'validate, a review of 5 KB', bodies: [review], work: (body) => validate?.(body) }],
  () => [{ name: 'filter, 1,000 whole nodes', bodies: [nodesBody(1_000)], work: filter }],
  ...NAME_COUNTS.map((count) => () => filterSubjects(count)),
];

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

const rounded = (value: number, digits = 2) => Number(value.toFixed(digits));

interface Round {
  readonly work: number;
  readonly against: number;
}

/** A first turn of both is thrown away: in it they are compiled, and the one that goes first would pay for both. */
function roundsOf(
  work: (body: Buffer) => unknown,
  against: (body: Buffer) => unknown,
  bodies: readonly Buffer[],
): readonly Round[] {
  const rounds = Array.from({ length: ROUNDS + 1 }, () => ({
    work: timeOf(work, bodies),
    against: timeOf(against, bodies),
  }));
  return rounds.slice(1);
}

/** The ratio, and between which values it wavered. */
function ratioOf(rounds: readonly Round[]) {
  const ratios = rounds.map(({ work, against }) => work / against);
  return {
    times: rounded(median(ratios)),
    from: rounded(Math.min(...ratios)),
    to: rounded(Math.max(...ratios)),
  };
}

const measured = ({ name, bodies, work }: Subject) => {
  const rounds = roundsOf(work, parse, bodies);
  const { times, from, to } = ratioOf(rounds);
  const milliseconds = median(rounds.map((round) => round.work)) / 1_000;
  return {
    what: name,
    bytes: bodies[0]?.length,
    timesJsonParse: times,
    from,
    to,
    milliseconds: rounded(milliseconds, 3),
  };
};

function compare({ what, work, against, bodies }: Comparison) {
  return { what, ...ratioOf(roundsOf(work, against, bodies)) };
}

const comparisons = [daemonsInFlight, () => changedDaemonSet('missing'), () => changedDaemonSet('bound')].map(
  (make) => compare(make()),
);
const results = subjects.flatMap((make) => make().map(measured));

console.log(JSON.stringify([...results, ...comparisons], null, 2));
