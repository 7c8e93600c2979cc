/** Thousands of changes of a small cluster: after each, the quick answers are those of the plain reference. */
import { expect, test } from 'vitest';
import { ChangingCluster } from './changing-cluster.ts';
import { RESOURCES } from './plain-reference.ts';

/** What one side says after a change, one line each. */
type Said = readonly (string | number)[];

/** The extender, through its doors. */
function quickly(
  { over, cluster }: ChangingCluster,
  Pod: object,
  names: readonly string[],
  asNames: boolean,
): Said {
  const { ledger, account } = over.extender;
  ledger.refresh();
  const holds = [...cluster.store.nodes()].flatMap(({ name }) =>
    ledger
      .holdsOn(name)
      .map(({ daemon, amounts, expired }) =>
        [name, daemon.daemonSet.name, expired, ...RESOURCES.map((one) => amounts.get(one) ?? 0n)].join(' '),
      ),
  );
  const body = asNames ? { NodeNames: names } : { Nodes: { items: names.map(nodeNamed) } };
  const scores = over.ask('prioritize', { Pod, ...body }) as { Score: number }[];
  const passing = namesIn(over.ask('filter', { Pod, ...body }));
  const flying = account.inFlight.size + account.daemonsInFlight.size;
  return [...holds.toSorted(), ...scores.map(({ Score }) => Score), ...passing, `${flying} in flight`];
}

function plainly({ reference, slim }: ChangingCluster, Pod: object, names: readonly string[]): Said {
  reference.look();
  const holds = [...reference.holds].flatMap(([name, held]) =>
    held.map(({ daemonSet, amounts, expired }) =>
      [name, daemonSet.name, expired, ...RESOURCES.map((one) => amounts[one])].join(' '),
    ),
  );
  const scores = reference.scores(slim(Pod), names);
  const passing = reference.filter(slim(Pod), names);
  return [...holds.toSorted(), ...scores, ...passing, `${reference.flights.size} in flight`];
}

const RUNS = 100;
const STEPS = 100;

test('holds, scores, answers and pods in flight are what the plain reference says', () => {
  let held = 0;
  let refused = 0;
  for (let seed = 1; seed <= RUNS; seed += 1) {
    const world = new ChangingCluster(seed);
    const said: Record<'quick' | 'plain', Said[]> = { quick: [], plain: [] };
    for (let step = 1; step <= STEPS; step += 1) {
      const change = world.change();
      const { Pod, names } = world.asked();
      const quick = quickly(world, Pod, names, step % 2 === 0);
      const plain = plainly(world, Pod, names);
      said.quick.push([step, change, ...quick]);
      said.plain.push([step, change, ...plain]);
      held += plain.filter((line) => /true|false/.test(String(line))).length;
      refused += names.filter((name) => !plain.includes(name)).length;
    }
    expect(said.quick, `seed ${seed}`).toEqual(said.plain);
  }

  expect(held).toBeGreaterThan(RUNS * STEPS);
  expect(refused).toBeGreaterThan((RUNS * STEPS) / 10);
});

function nodeNamed(name: string) {
  return { metadata: { name } };
}

function namesIn(answer: unknown): readonly string[] {
  const { NodeNames, Nodes } = answer as {
    NodeNames: string[] | null;
    Nodes: { items: { metadata: { name: string } }[] } | null;
  };
  return NodeNames ?? Nodes?.items.map(({ metadata }) => metadata.name) ?? [];
}
