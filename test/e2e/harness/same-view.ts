/** Is the view what the API server has? Judged record by record, in every kind. */
import { listPath } from '../../../src/cluster/api-kinds.ts';
import { KEY_OF } from '../../../src/cluster/object-key.ts';
import { createProjector } from '../../../src/cluster/projection/projector.ts';
import { OBJECT_KINDS, type ObjectKind, type RecordOf } from '../../../src/cluster/records.ts';
import type { ClusterView } from '../../../src/cluster/view.ts';
import type { Client } from './client.ts';

/** One line for each object that differs, is missing or is too much; empty when the two agree. */
export async function differences(view: ClusterView, client: Client): Promise<string[]> {
  const all: string[] = [];
  for (const kind of OBJECT_KINDS) all.push(...(await differencesIn(kind, view, client)));
  return all;
}

async function differencesIn<K extends ObjectKind>(
  kind: K,
  view: ClusterView,
  client: Client,
): Promise<string[]> {
  const project = createProjector()[kind];
  const expected = new Map<string, string>();
  for (const object of await client.list(listPath(kind, 'kubernetes'))) {
    const projected = project(object);
    if (!projected.ok) return [projected.error];
    expected.set(KEY_OF[kind](projected.record), text(projected.record));
  }
  const found = new Map(recordsOf(kind, view).map((record) => [KEY_OF[kind](record), text(record)]));
  const keys = new Set([...expected.keys(), ...found.keys()]);
  return [...keys]
    .filter((key) => expected.get(key) !== found.get(key))
    .map((key) => `${kind} ${key}: server ${expected.get(key)}, view ${found.get(key)}`);
}

function recordsOf<K extends ObjectKind>(kind: K, view: ClusterView): RecordOf[K][] {
  const readers: { [P in ObjectKind]: () => Iterable<RecordOf[P]> } = {
    nodes: () => view.nodes(),
    pods: () => view.pods(),
    daemonSets: () => view.daemonSets(),
    namespaces: () => view.namespaces(),
    priorityClasses: () => view.priorityClasses(),
    limitRanges: () => view.limitRanges(),
    runtimeClasses: () => view.runtimeClasses(),
    orders: () => view.orders(),
  };
  return [...readers[kind]()];
}

/** Maps and big integers are part of records, and JSON knows neither. */
function text(record: unknown): string {
  return JSON.stringify(record, (_key, value: unknown) => {
    if (typeof value === 'bigint') return `${value}n`;
    if (value instanceof Map) return Object.fromEntries([...value].sort());
    return value;
  });
}
