/** Fills a store from the objects that the readers hand over, and keeps the report of it. */
import { isList, itemKindOf, objectKindOf, qualifiedKind } from './api-kinds.ts';
import type { DocumentSink, Header, Where } from './document-sink.ts';
import { isObject, type JsonObject, shown } from './fields.ts';
import { type Headers, headersOf, NO_HEADERS } from './list-headers.ts';
import { Namesakes } from './namesakes.ts';
import { OBJECT_KINDS, type ObjectKind } from './records.ts';
import { createProjector } from './slim.ts';
import { isSnapshotKind, SNAPSHOT_API_VERSION, SNAPSHOT_KIND } from './snapshot-format.ts';
import { BoundedList } from './snapshot-problem.ts';
import type { ClusterStore } from './store.ts';

/** Enough to see what is wrong with a file; beyond, each is the same mistake again. */
const MAX_PROBLEMS = 100;
const MAX_WARNINGS = 100;

/** What a document of the slim format may have beside its lists. */
const ENVELOPE: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata']);

/** The items of a list do not say their kind and neither has the list yet: its end has to be read first. */
export class KindUnknownError extends Error {}

/** A section of the slim format is a kind of the view. */
function sectionKind(section: string): ObjectKind | undefined {
  return OBJECT_KINDS.find((kind) => kind === section);
}

export class SnapshotSink implements DocumentSink {
  readonly problems = new BoundedList(MAX_PROBLEMS);
  readonly warnings = new BoundedList(MAX_WARNINGS);
  readonly skipped = new Map<string, number>();
  /** The headers of the documents of the file being read, when a first pass has collected them. */
  known: readonly Headers[] | undefined;
  /** The file being read has held something so far. */
  found = false;
  readonly #namesakes = new Namesakes();
  readonly #projector = createProjector();
  readonly #store: ClusterStore;
  /** What the document has said of itself so far. */
  #headers: Headers = { ...NO_HEADERS };
  #document = 0;
  #slimSection: { readonly name: string; readonly where: Where } | undefined;

  constructor(store: ClusterStore) {
    this.#store = store;
  }

  beginFile(known: readonly Headers[] | undefined): void {
    this.known = known;
    this.found = false;
    this.#document = 0;
    this.#headers = { ...NO_HEADERS };
    this.#slimSection = undefined;
  }

  header(header: Header, value: unknown): void {
    this.#headers = { ...this.#headers, [header]: typeof value === 'string' ? value : '' };
  }

  item(section: string, value: unknown, where: Where): void {
    this.found = true;
    const kind = sectionKind(section);
    if (kind === undefined) {
      this.#object(value, this.known?.[this.#document] ?? this.#headers, where);
      return;
    }
    this.#slimSection ??= { name: section, where };
    this.#project(kind, value, where);
  }

  document(value: unknown, where: Where): void {
    const slimSection = this.#slimSection;
    this.#headers = { ...NO_HEADERS };
    this.#document += 1;
    this.#slimSection = undefined;
    if (value !== null) this.found = true;
    if (!isObject(value)) {
      if (value !== null) this.#problem(where, `${shown(value)} is not a Kubernetes object`);
      return;
    }
    const { apiVersion, kind } = headersOf(value);
    if (slimSection !== undefined && !isSnapshotKind(apiVersion, kind)) {
      this.#problem(
        slimSection.where,
        `a list "${slimSection.name}" is read only in a document with apiVersion ${SNAPSHOT_API_VERSION} and kind ${SNAPSHOT_KIND}`,
      );
      return;
    }
    this.#object(value, NO_HEADERS, where);
  }

  /** An object, or a list that could not be taken apart before. */
  #object(value: unknown, list: Headers, where: Where): void {
    if (!isObject(value)) {
      this.#problem(where, `${shown(value)} is not a Kubernetes object`);
      return;
    }
    const own = headersOf(value);
    // The API server leaves both out of the items of a list of one kind.
    const { apiVersion, kind } = own.kind === '' ? { ...list, kind: itemKindOf(list.kind) } : own;
    if (kind === '') {
      if (list !== NO_HEADERS && list.kind === '' && this.known === undefined) throw new KindUnknownError();
      // The document that holds it is told of once, at its end.
      if (list !== NO_HEADERS && (list.kind === '' || isSnapshotKind(list.apiVersion, list.kind))) return;
      this.#problem(where, 'kind: is missing (is the file cut off?)');
    } else if (apiVersion === '') this.#problem(where, `${kind}: apiVersion: is missing`);
    else if (kind === SNAPSHOT_KIND && apiVersion.startsWith('daemonward.dev/')) this.#snapshot(value, where);
    else if (isList(apiVersion, kind, value.items)) this.#list(value, { apiVersion, kind }, where);
    else this.#known(objectKindOf(apiVersion, kind), qualifiedKind(apiVersion, kind), value, where);
  }

  #known(kind: ObjectKind | undefined, name: string, value: JsonObject, where: Where): void {
    if (kind !== undefined) this.#project(kind, value, where);
    else this.skipped.set(name, (this.skipped.get(name) ?? 0) + 1);
  }

  #list(value: JsonObject, headers: Headers, where: Where): void {
    const { items } = value;
    if (Array.isArray(items)) for (const item of items) this.#object(item, headers, where);
    else if (items !== undefined && items !== null)
      this.#problem(where, `${headers.kind}: items: is not a list`);
  }

  #snapshot(value: JsonObject, where: Where): void {
    if (value.apiVersion !== SNAPSHOT_API_VERSION) {
      this.#problem(
        where,
        `apiVersion: ${shown(value.apiVersion)} is not known; this version reads ${SNAPSHOT_API_VERSION}`,
      );
      return;
    }
    for (const [section, items] of Object.entries(value)) {
      const kind = sectionKind(section);
      if (kind === undefined && !ENVELOPE.has(section)) {
        this.#problem(
          where,
          `${SNAPSHOT_KIND}: ${shown(section)} is not known; its lists are ${OBJECT_KINDS.join(', ')}`,
        );
      }
      if (kind === undefined || items === null) continue;
      if (Array.isArray(items)) for (const item of items) this.#project(kind, item, where);
      else this.#problem(where, `${SNAPSHOT_KIND}: ${section}: is not a list`);
    }
  }

  #project<K extends ObjectKind>(kind: K, value: unknown, where: Where): void {
    const projected = this.#projector[kind](value);
    if (!projected.ok) {
      this.#problem(where, projected.error);
      return;
    }
    const before = this.#store.put(kind, projected.record);
    if (before !== undefined) {
      this.#warn(kind, projected.record, where, 'is here for the second time; the last one counts');
    } else if (kind === 'pods' && this.#namesakes.note(projected.record)) {
      this.#warn(kind, projected.record, where, 'is the name of two pods with different uids; both count');
    }
  }

  /** To find the line costs a pass over the file: not for what is only counted. */
  #problem(where: Where, problem: string): void {
    this.problems.add(this.problems.full ? '' : `${where()}: ${problem}`);
  }

  #warn(
    kind: ObjectKind,
    record: { readonly name: string; readonly namespace?: string },
    where: Where,
    problem: string,
  ): void {
    if (this.warnings.full) {
      this.warnings.add('');
      return;
    }
    const name = record.namespace === undefined ? record.name : `${record.namespace}/${record.name}`;
    this.warnings.add(`${where()}: ${kind}: ${name} ${problem}`);
  }
}
