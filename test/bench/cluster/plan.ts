/** What `npm run bench:cluster` measures, in which form. */
import { PROFILES } from '../../../src/render/scheduler/extender.ts';
import type { Mode } from '../result.ts';
import type { Clients, Extender, Stock } from './result.ts';

export const NONE: Extender = { kind: 'none' };
export const PASS_THROUGH: Extender = { kind: 'pass-through', asked: 'filter' };
const PASS_THROUGH_LEAN: Extender = { kind: 'pass-through', asked: 'lean' };
const MODES = ['off', 'audit', 'enforce'] as const;
export const ENFORCE: Extender = { kind: 'daemonward', mode: 'enforce', profile: 'lean' };

const EVERY: readonly Extender[] = [
  NONE,
  PASS_THROUGH,
  PASS_THROUGH_LEAN,
  ...PROFILES.flatMap((profile) => MODES.map((mode) => ({ kind: 'daemonward', mode, profile }) as const)),
];

/** At the scheduler's own rates hardly anything differs: the profiles are enough to see that. */
const FEW: readonly Extender[] = [
  NONE,
  PASS_THROUGH,
  ...PROFILES.map((profile) => ({ kind: 'daemonward', mode: 'enforce', profile }) as const),
];

/** One question: the same cluster and the same rates, with several extenders in turn. */
export interface Question {
  readonly stock: Stock;
  readonly clients: Clients;
  readonly extenders: readonly Extender[];
  readonly pods: number;
  readonly rounds: number;
}

export interface Plan {
  readonly questions: readonly Question[];
  /** Objects of each kind that are created in a round, with and without webhooks. */
  readonly creations: number;
  readonly creationRounds: number;
}

/** What a cluster usually has, and the most that Daemonward can have to do with them: none is there yet. */
const USUAL = { daemonSets: 4, bound: false, orders: 0 } as const;

/** Some seconds at the rates of fast clients; at the scheduler's own ten, after a burst of a hundred. */
const FAST_PODS = 1_000;
const OWN_PODS = 600;

/** One is not enough, also where a limit holds everybody at fifty a second: at 5,000 nodes one said 40, and the next 50. */
const ROUNDS = 3;

const growing = (stock: Stock): Question => ({
  stock,
  clients: 'fast',
  extenders: [PASS_THROUGH, ENFORCE],
  pods: FAST_PODS,
  rounds: ROUNDS,
});

export const PLANS: Readonly<Record<Mode, Plan>> = {
  short: {
    questions: [
      {
        stock: { nodes: 1_000, ...USUAL },
        clients: 'fast',
        extenders: [NONE, PASS_THROUGH, ENFORCE],
        pods: 500,
        rounds: 1,
      },
    ],
    creations: 50,
    creationRounds: 1,
  },
  full: {
    questions: [
      ...[1_000, 5_000].flatMap((nodes): Question[] => {
        const stock = { nodes, ...USUAL };
        return [
          { stock, clients: 'fast', extenders: EVERY, pods: FAST_PODS, rounds: ROUNDS },
          { stock, clients: 'own', extenders: FEW, pods: OWN_PODS, rounds: ROUNDS },
        ];
      }),
      growing({ nodes: 5_000, daemonSets: 0, bound: false, orders: 0 }),
      growing({ nodes: 5_000, daemonSets: 20, bound: false, orders: 0 }),
      growing({ nodes: 5_000, daemonSets: 4, bound: false, orders: 10 }),
      growing({ nodes: 5_000, daemonSets: 4, bound: true, orders: 0 }),
    ],
    creations: 200,
    creationRounds: 5,
  },
};
