/** The snapshot source: fills a store from files that kubectl or Daemonward wrote, of any size. */
import type { DocumentSink } from './document-sink.ts';
import { fileChunks, lineAt, looksLikeJson } from './file-chunks.ts';
import { JsonStream } from './json-stream.ts';
import { LineStream } from './line-stream.ts';
import { type Headers, HeadersSink } from './list-headers.ts';
import { OBJECT_KINDS, type ObjectKind } from './records.ts';
import { SnapshotError, UnreadableError } from './snapshot-problem.ts';
import { KindUnknownError, SnapshotSink } from './snapshot-sink.ts';
import { ClusterStore } from './store.ts';
import { YamlDocuments } from './yaml-documents.ts';
import { DetachedAliasError } from './yaml-text.ts';

export { SnapshotError } from './snapshot-problem.ts';

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
  /** Items without a kind in a list that says its own at the end: what it said. */
  readonly headers?: readonly Headers[];
}

function readFile(path: string, sink: DocumentSink, wholeDocuments: boolean): void {
  const isJson = looksLikeJson(path);
  const yaml = new YamlDocuments(sink, path, !wholeDocuments);
  const reader = isJson
    ? new JsonStream(sink, (offset) => `${path}:${lineAt(path, offset)}`)
    : new LineStream(
        (text, line) => yaml.line(text, line),
        (line, problem) => new UnreadableError(`${path}:${line}`, problem),
      );
  for (const chunk of fileChunks(path)) reader.push(chunk);
  reader.end();
  if (!isJson) yaml.end();
}

/** As far as the file can be read: what stops this stops the reading that follows too, which tells it. */
function headersIn(path: string): readonly Headers[] {
  const sink = new HeadersSink();
  try {
    readFile(path, sink, false);
  } catch (error) {
    if (!(error instanceof UnreadableError || error instanceof DetachedAliasError)) throw error;
  }
  return sink.headers;
}

/** Undefined when a file has to be read in another way, which is then in `readings`. */
function tryLoad(paths: readonly string[], readings: Map<string, Reading>): Snapshot | undefined {
  const store = new ClusterStore({ kind: 'snapshot', detail: paths.join(', ') });
  const sink = new SnapshotSink(store);
  for (const path of paths) {
    const reading = readings.get(path) ?? {};
    sink.beginFile(reading.headers);
    try {
      readFile(path, sink, reading.wholeDocuments === true);
      if (!sink.found) sink.problems.add(`${path}: is empty; did the command that wrote it fail?`);
    } catch (error) {
      if (error instanceof UnreadableError) sink.problems.add(error.message);
      else if (error instanceof KindUnknownError) {
        readings.set(path, { ...reading, headers: headersIn(path) });
        return undefined;
      } else if (error instanceof DetachedAliasError && reading.wholeDocuments !== true) {
        readings.set(path, { ...reading, wholeDocuments: true });
        return undefined;
      } else if (error instanceof DetachedAliasError) sink.problems.add(error.message);
      else throw error;
    }
  }
  const { problems } = sink;
  if (problems.total > 0) throw new SnapshotError(problems.first(), problems.total);
  return finished(store, sink);
}

function finished(store: ClusterStore, sink: SnapshotSink): Snapshot {
  for (const kind of OBJECT_KINDS) store.markSynced(kind);
  const counts = store.counts();
  if (counts.nodes === 0) sink.warnings.add(`${store.source.detail}: holds no node`);
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
