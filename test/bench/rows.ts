/** What `npm run bench` measures, by name: each of them in a process of its own. */
import { daemonsInFlight } from './daemons-in-flight.ts';
import { filterByNames } from './filter-by-names.ts';
import { changedDaemonSet, changedOrder } from './holds.ts';
import { type Comparison, ratioOf, timesJsonParse } from './ratio.ts';
import { validatedReview } from './reviews.ts';
import { reviewsOverTls } from './reviews-over-tls.ts';
import { tenOrders } from './ten-orders.ts';
import { wholeNodes } from './whole-nodes.ts';

const compared = (comparison: Comparison) => [{ what: comparison.what, ...ratioOf(comparison) }];

/** Names of nodes: what a scheduler sends of 5,000 nodes, of 100,000, and at the most. */
const ofNames = (count: number, held: boolean) => () => filterByNames(count, held).map(timesJsonParse);

export const ROWS = new Map<string, () => readonly object[] | Promise<readonly object[]>>([
  ['validate', () => [timesJsonParse(validatedReview())]],
  ['reviews-over-tls', reviewsOverTls],
  ['whole-nodes', () => [timesJsonParse(wholeNodes())]],
  ['500-names', ofNames(500, false)],
  ['500-names-held', ofNames(500, true)],
  ['5000-names', ofNames(5_000, false)],
  ['5000-names-held', ofNames(5_000, true)],
  ['100000-names', ofNames(100_000, false)],
  ['100000-names-held', ofNames(100_000, true)],
  ['daemons-in-flight', () => compared(daemonsInFlight())],
  ['ten-orders', tenOrders],
  ['changed-missing', () => compared(changedDaemonSet('missing'))],
  ['changed-bound', () => compared(changedDaemonSet('bound'))],
  ['changed-order', () => compared(changedOrder())],
]);
