/** Fills a store from the objects that the readers hand over, and keeps the report of it. */
import { isListKind, itemKindOf, objectKindOf, qualifiedKind } from './api-kinds.ts';
import { type DocumentSink, type Header, SECTIONS, type Where } from './document-sink.ts';
import { isObject, type JsonObject, shown } from './fields.ts';
import { type Headers, headersOf, NO_HEADERS } from './list-headers.ts';
import { OBJECT_KINDS, type ObjectKind } from './records.ts';
import { createProjector } from './slim.ts';
import { isSnapshotKind, SNAPSHOT_API_VERSION, SNAPSHOT_KIND } from './snapshot-format.ts';
import { BoundedList } from './snapshot-problem.ts';
import type { ClusterStore } from './store.ts';

/** Enough to see what is wrong with a file; beyond, each is the same mistake again. */
const MAX_PROBLEMS = 100;
const MAX_WARNINGS = 100;

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
    this.#document = 0;
    this.#headers = { ...NO_HEADERS };
    this.#slimSection = undefined;
  }

  header(header: Header, value: unknown): void {
    this.#headers = { ...this.#headers, [header]: typeof value === 'string' ? value : '' };
  }

  item(section: string, value: unknown, where: Where): void {
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
    if (!isObject(value)) {
      if (value !== null) this.problems.add(`${where()}: ${shown(value)} is not a Kubernetes object`);
      return;
    }
    const { apiVersion, kind } = headersOf(value);
    if (slimSection !== undefined && !isSnapshotKind(apiVersion, kind)) {
      this.problems.add(
        `${slimSection.where()}: a list "${slimSection.name}" is read only in a document with apiVersion ${SNAPSHOT_API_VERSION} and kind ${SNAPSHOT_KIND}`,
      );
      return;
    }
    this.#object(value, NO_HEADERS, where);
  }

  /** An object, or a list that could not be taken apart before. */
  #object(value: unknown, list: Headers, where: Where): void {
    if (!isObject(value)) {
      this.problems.add(`${where()}: ${shown(value)} is not a Kubernetes object`);
      return;
    }
    const own = headersOf(value);
    // The API server leaves both out of the items of a list of one kind.
    const { apiVersion, kind } = own.kind === '' ? { ...list, kind: itemKindOf(list.kind) } : own;
    if (kind === '') {
      if (list !== NO_HEADERS && list.kind === '' && this.known === undefined) throw new KindUnknownError();
      this.problems.add(`${where()}: kind: is missing (is the file cut off?)`);
    } else if (apiVersion === '') this.problems.add(`${where()}: ${kind}: apiVersion: is missing`);
    else if (kind === SNAPSHOT_KIND && apiVersion.startsWith('daemonward.dev/')) this.#snapshot(value, where);
    else if (isListKind(kind)) this.#list(value, { apiVersion, kind }, where);
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
      this.problems.add(`${where()}: ${headers.kind}: items: is not a list`);
  }

  #snapshot(value: JsonObject, where: Where): void {
    if (value.apiVersion !== SNAPSHOT_API_VERSION) {
      this.problems.add(
        `${where()}: apiVersion: ${shown(value.apiVersion)} is not known; this version reads ${SNAPSHOT_API_VERSION}`,
      );
      return;
    }
    for (const [section, items] of Object.entries(value)) {
      const kind = sectionKind(section);
      if (kind === undefined || items === null) continue;
      if (Array.isArray(items)) for (const item of items) this.#project(kind, item, where);
      else if (SECTIONS.has(section))
        this.problems.add(`${where()}: ${SNAPSHOT_KIND}: ${section}: is not a list`);
    }
  }

  #project<K extends ObjectKind>(kind: K, value: unknown, where: Where): void {
    const projected = this.#projector[kind](value);
    if (!projected.ok) {
      this.problems.add(this.problems.full ? '' : `${where()}: ${projected.error}`);
      return;
    }
    const before = this.#store.put(kind, projected.record);
    if (before !== undefined) this.#twice(kind, projected.record, where);
  }

  #twice(
    kind: ObjectKind,
    record: { readonly name: string; readonly namespace?: string },
    where: Where,
  ): void {
    if (this.warnings.full) {
      this.warnings.add('');
      return;
    }
    const name = record.namespace === undefined ? record.name : `${record.namespace}/${record.name}`;
    this.warnings.add(`${where()}: ${kind}: ${name} is here for the second time; the last one counts`);
  }
}
