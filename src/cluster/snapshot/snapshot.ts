/** The snapshot source: fills a store from files that kubectl or Daemonward wrote, of any size. */
import { type DocumentSink, UnreadableError } from '../../json/stream/document-sink.ts';
import { JsonStream } from '../../json/stream/stream.ts';
import { type TypeMeta, typeMetaOf } from '../../kube/metadata/type-meta.ts';
import { DetachedAliasError } from '../../yaml/piece.ts';
import { YamlStream } from '../../yaml/stream.ts';
import { OBJECT_KINDS, type ObjectKind } from '../records.ts';
import { ClusterStore } from '../store/store.ts';
import { fileChunks, lineAt, looksLikeJson } from './file-chunks.ts';
import { SnapshotError } from './problem.ts';
import { KindUnknownError, SECTIONS, SnapshotSink } from './snapshot-sink.ts';

export interface SnapshotReport {
  readonly counts: Readonly<Record<ObjectKind, number>>;
  /** Objects of kinds that the view does not hold, by kind: `{Service: 12, 'Widget.example.com': 1}`. */
  readonly skipped: Readonly<Record<string, number>>;
  readonly warnings: readonly string[];
}

export interface Snapshot {
  readonly store: ClusterStore;
  readonly report: SnapshotReport;
}

/** How a file is read. Most need nothing; a few show only halfway that they need more, and are begun again. */
interface Reading {
  /** Anchors in one object and aliases in another: each document is parsed as a whole. */
  readonly wholeDocuments?: boolean;
  /** Items without a kind in a list that says its own at the end: what each document said that it is. */
  readonly types?: readonly TypeMeta[];
}

function readFile(path: string, sink: DocumentSink, wholeDocuments: boolean): void {
  const reader = looksLikeJson(path)
    ? new JsonStream(sink, (offset) => `${path}:${lineAt(path, offset)}`)
    : new YamlStream(sink, path, !wholeDocuments);
  for (const chunk of fileChunks(path)) reader.push(chunk);
  reader.end();
}

/** As far as the file can be read. What is wrong with it is not told here: the reading that follows meets it again. */
function typesIn(path: string): readonly TypeMeta[] {
  const types: TypeMeta[] = [];
  const document = (value: unknown) => void types.push(typeMetaOf(value));
  try {
    readFile(path, { sections: SECTIONS, item: () => {}, header: () => {}, document }, false);
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error;
  }
  return types;
}

/** What else is needed to read the file, if that is what the error says. */
function otherReading(path: string, reading: Reading, error: unknown): Reading | undefined {
  if (error instanceof KindUnknownError) return { types: typesIn(path) };
  return error instanceof DetachedAliasError && !reading.wholeDocuments
    ? { wholeDocuments: true }
    : undefined;
}

/** Undefined when a file has to be read in another way, which is then in `readings`. */
function tryLoad(paths: readonly string[], readings: Map<string, Reading>): Snapshot | undefined {
  const store = new ClusterStore({ kind: 'snapshot', detail: paths.join(', ') });
  const sink = new SnapshotSink(store);
  for (const path of paths) {
    const reading = readings.get(path) ?? {};
    sink.beginFile(reading.types);
    try {
      readFile(path, sink, reading.wholeDocuments === true);
      if (!sink.found) sink.problems.add(() => `${path}: is empty; did the command that wrote it fail?`);
    } catch (error) {
      const other = otherReading(path, reading, error);
      if (other !== undefined) {
        readings.set(path, { ...reading, ...other });
        return undefined;
      }
      if (!(error instanceof UnreadableError)) throw error;
      sink.problems.add(() => error.message);
    }
  }
  if (sink.problems.total > 0) throw new SnapshotError(sink.problems);
  return finished(store, sink);
}

function finished(store: ClusterStore, sink: SnapshotSink): Snapshot {
  for (const kind of OBJECT_KINDS) store.markSynced(kind);
  const counts = store.counts();
  if (counts.nodes === 0) sink.warnings.add(() => `${store.source.detail}: holds no node`);
  return {
    store,
    report: { counts, skipped: Object.fromEntries(sink.skipped), warnings: sink.warnings.texts() },
  };
}

/**
 * Reads one or more files into one view: what `kubectl get … -o yaml` or `-o json` prints, raw API lists, single
 * objects, several documents in a file, and the slim format. Objects of other kinds are skipped and counted. Throws a
 * SnapshotError that names every file, line and field that is wrong.
 *
 * @example loadSnapshot(['examples/cluster.yaml']).store.nodeNumber('worker-1')
 */
export function loadSnapshot(paths: readonly string[]): Snapshot {
  const readings = new Map<string, Reading>();
  // Each file is begun again at most twice, once for each field of its reading.
  while (true) {
    const snapshot = tryLoad(paths, readings);
    if (snapshot !== undefined) return snapshot;
  }
}
