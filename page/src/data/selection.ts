/** What of the grid is shown, and in which order: nodes by pool and name, as the filter says. */

import type { DaemonSetAnswer } from '../../../src/explain/grid/answer.ts';
import { type CellState, stateOf } from '../../../src/explain/grid/cell.ts';
import type { Model, Row } from './model.ts';

export interface Filter {
  readonly text: string;
  /** Only nodes with a daemon in one of these states; all when empty. */
  readonly states: ReadonlySet<CellState>;
  /** Only this DaemonSet, by its full name. */
  readonly daemonSet: string | null;
}

export interface Pool {
  readonly name: string;
  readonly rows: readonly Row[];
}

export interface Selection {
  readonly pools: readonly Pool[];
  /** The same rows, one after another. */
  readonly rows: readonly Row[];
  /** Indexes of the DaemonSets that are shown. */
  readonly columns: readonly number[];
}

/** `node-9` before `node-10`. */
const byName = new Intl.Collator('en', { numeric: true }).compare;

export function fullName({
  partition,
  tenant,
  namespace,
  name,
}: Pick<DaemonSetAnswer, 'partition' | 'tenant' | 'namespace' | 'name'>): string {
  const own = [tenant, namespace, name].filter(Boolean).join('/');
  return partition === '' ? own : `${partition}:${own}`;
}

/** Sorting thousands of names costs more than anything else here: kept while no node comes, goes or changes its pool. */
export function selector(): (model: Model, filter: Filter) => Selection {
  let known: { readonly key: string; readonly order: readonly number[] } = { key: '', order: [] };
  return (model, filter) => {
    const key = Array.from(model.rows.values(), ({ number, name, pool }) => `${number} ${pool} ${name}`).join(
      '\n',
    );
    if (key !== known.key) known = { key, order: sorted(model.rows) };
    return select(model, filter, known.order);
  };
}

function sorted(rows: ReadonlyMap<number, Row>): number[] {
  const all = [...rows.values()];
  all.sort((a, b) => byName(a.pool, b.pool) || byName(a.name, b.name));
  return all.map(({ number }) => number);
}

function select(model: Model, filter: Filter, order: readonly number[]): Selection {
  const all = order.flatMap((number) => model.rows.get(number) ?? []);
  const words = filter.text.toLowerCase().split(/\s+/).filter(Boolean);
  const names = model.daemonSets.map((daemonSet) => fullName(daemonSet));
  // A word is of nodes when it finds some; else of DaemonSets.
  const isOfNodes = (word: string) =>
    all.some((row) => isNamed(row, word)) || !names.some((name) => name.toLowerCase().includes(word));
  const ofNodes = words.filter(isOfNodes);
  const ofDaemons = words.filter((word) => !ofNodes.includes(word));
  const columns = names.flatMap((name, index) => {
    const isMeant = filter.daemonSet === null || filter.daemonSet === name;
    return isMeant && ofDaemons.every((word) => name.toLowerCase().includes(word)) ? [index] : [];
  });
  const hasState = ({ cells }: Row) =>
    filter.states.size === 0 || columns.some((column) => filter.states.has(stateOf(cells[column] ?? 0)));
  const rows = all.filter((row) => ofNodes.every((word) => isNamed(row, word)) && hasState(row));
  const pools = Array.from(
    Map.groupBy(rows, ({ pool }) => pool),
    ([name, own]) => ({ name, rows: own }),
  );
  return { pools, rows: pools.flatMap((pool) => pool.rows), columns };
}

function isNamed({ name, pool }: Row, word: string): boolean {
  return name.toLowerCase().includes(word) || pool.toLowerCase().includes(word);
}
