/** One way to write all five kinds: put a record, remove a key, list the keys. */
import type { Accounting } from './accounting.ts';
import type { DaemonSetIndex } from './daemon-set-index.ts';
import type { ObjectKind, RecordOf } from './records.ts';

export interface Table<R> {
  /** The answer is the record that was there before. */
  put(record: R): R | undefined;
  remove(key: string): R | undefined;
  keys(): Iterable<string>;
}

export type Tables = { readonly [K in ObjectKind]: Table<RecordOf[K]> };

export function mapTable<R>(map: Map<string, R>, keyOf: (record: R) => string): Table<R> {
  return {
    put(record) {
      const key = keyOf(record);
      const before = map.get(key);
      map.set(key, record);
      return before;
    },
    remove(key) {
      const before = map.get(key);
      map.delete(key);
      return before;
    },
    keys: () => map.keys(),
  };
}

export function nodesTable(accounting: Accounting): Tables['nodes'] {
  return {
    put: (node) => accounting.putNode(node),
    remove: (name) => accounting.removeNode(name),
    keys: () => accounting.nodes.names(),
  };
}

export function podsTable(accounting: Accounting): Tables['pods'] {
  return {
    put: (pod) => accounting.putPod(pod),
    remove: (uid) => accounting.removePod(uid),
    keys: () => accounting.pods.uids(),
  };
}

export function daemonSetsTable(index: DaemonSetIndex): Tables['daemonSets'] {
  return {
    put: (set) => index.put(set),
    remove: (key) => index.remove(key),
    keys: () => index.keys(),
  };
}
