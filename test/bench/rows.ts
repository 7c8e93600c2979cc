/** What `npm run bench` measures, by name: each of them in a process of its own. */
import { daemonsInFlight } from './daemons-in-flight.ts';
import type { Effort } from './effort.ts';
import { filterByNames, IN_ORDER, SHUFFLED } from './filter-by-names.ts';
import { filterOverTls } from './filter-over-tls.ts';
import { filterGrows } from './growth.ts';
import { changedDaemonSet, changedOrder } from './holds.ts';
import { memory } from './memory.ts';
import { nodeChange } from './node-change.ts';
import { nodeLists } from './node-lists.ts';
import type { Goal, Row } from './result.ts';
import { validatedReview } from './reviews.ts';
import { mutateOverTls, validateOverTls } from './reviews-over-tls.ts';
import { tenOrders } from './ten-orders.ts';
import { wholeNodes } from './whole-nodes.ts';

export type Measure = (effort: Effort) => Promise<readonly Row[]>;

/** Names of nodes: what a scheduler sends of 5,000 nodes, and when it looks at all of them. */
const ofNames =
  (count: number, goals: Readonly<Record<string, Goal>>, held: boolean): Measure =>
  (effort) =>
    filterByNames(count, { held, goals }, effort);

const FEW = { [IN_ORDER]: { atMost: 1.8 }, [SHUFFLED]: { atMost: 1.8 } };
const MANY = { [IN_ORDER]: { atMost: 0.9 }, [SHUFFLED]: { atMost: 2 } };

/** Those with a goal that take seconds: what a quick look is at. */
export const QUICK: ReadonlyMap<string, Measure> = new Map([
  ['validate', validateOverTls],
  ['mutate', mutateOverTls],
  ['500-names', ofNames(500, FEW, false)],
  ['500-names-held', ofNames(500, FEW, true)],
  ['5000-names', ofNames(5_000, MANY, false)],
  ['5000-names-held', ofNames(5_000, MANY, true)],
  ['filter-over-tls', filterOverTls],
  ['node-lists', nodeLists],
  ['node-change', nodeChange],
]);

/** Those with a goal and a cluster that takes its time to be made. */
const LARGE: ReadonlyMap<string, Measure> = new Map([
  ['100000-names', (effort: Effort) => filterGrows(false, effort)],
  ['100000-names-held', (effort: Effort) => filterGrows(true, effort)],
  ['memory', memory],
]);

/** Those that say where time goes. */
const OTHERS: ReadonlyMap<string, Measure> = new Map([
  ['validate-in-process', validatedReview],
  ['whole-nodes', wholeNodes],
  ['daemons-in-flight', daemonsInFlight],
  ['ten-orders', tenOrders],
  ['changed-missing', (effort: Effort) => changedDaemonSet('missing', effort)],
  ['changed-bound', (effort: Effort) => changedDaemonSet('bound', effort)],
  ['changed-order', changedOrder],
]);

export const ROWS: ReadonlyMap<string, Measure> = new Map([...QUICK, ...LARGE, ...OTHERS]);
