/** Fills a store from the objects that the readers hand over, and keeps the report of it. */

import { isObject, type JsonObject } from '../../json/object.ts';
import type { DocumentSink, Header, Where } from '../../json/stream/document-sink.ts';
import {
  itemKindOf,
  NO_TYPE,
  qualifiedKind,
  type TypeMeta,
  typeMetaOf,
} from '../../kube/metadata/type-meta.ts';
import { isList, objectKindOf } from '../api-kinds.ts';
import { scopedKey } from '../object-key.ts';
import { shown } from '../projection/fields.ts';
import { createProjector } from '../projection/projector.ts';
import { OBJECT_KINDS, type ObjectKind } from '../records.ts';
import type { ClusterStore } from '../store/store.ts';
import { BoundedList } from './problem.ts';
import { isSnapshotKind, SNAPSHOT_API_VERSION, SNAPSHOT_KIND } from './snapshot-kind.ts';

/** Keys whose lists are taken apart: kubectl's own, and those of the slim format. */
export const SECTIONS: ReadonlySet<string> = new Set(['items', ...OBJECT_KINDS]);

/** What a document of the slim format may have beside its lists. */
const ENVELOPE: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata']);

/** The items of a list do not say their kind and neither has the list yet: its end has to be read first. */
export class KindUnknownError extends Error {}

interface Named {
  readonly tenant?: string;
  readonly namespace?: string;
  readonly name: string;
}

/** A section of the slim format is a kind of the view. */
function sectionKind(section: string): ObjectKind | undefined {
  return OBJECT_KINDS.find((kind) => kind === section);
}

export class SnapshotSink implements DocumentSink {
  readonly sections = SECTIONS;
  readonly problems = new BoundedList();
  readonly warnings = new BoundedList();
  readonly skipped = new Map<string, number>();
  /** Something was found in the file being read. */
  found = false;
  /** What each document of the file is, when a first pass has found it out. */
  #known: readonly TypeMeta[] | undefined;
  /**
   * By tenant and namespace: no cluster has two pods of one name at a time, so such pods come from files of different
   * times. The names are the records' own strings, so this costs little beside the pods.
   */
  readonly #podNames = new Map<string, Set<string>>();
  readonly #projector = createProjector();
  readonly #store: ClusterStore;
  /** What the document has said of itself so far. */
  #type = NO_TYPE;
  #document = 0;
  #slimSection: { readonly name: string; readonly where: Where } | undefined;

  constructor(store: ClusterStore) {
    this.#store = store;
  }

  beginFile(known: readonly TypeMeta[] | undefined): void {
    this.#known = known;
    this.found = false;
    this.#document = 0;
    this.#beginDocument();
  }

  #beginDocument(): void {
    this.#type = { ...NO_TYPE };
    this.#slimSection = undefined;
  }

  header(header: Header, value: unknown): void {
    this.#type = { ...this.#type, [header]: typeof value === 'string' ? value : '' };
  }

  item(section: string, value: unknown, where: Where): void {
    this.found = true;
    const kind = sectionKind(section);
    if (kind === undefined) {
      this.#object(value, this.#known?.[this.#document] ?? this.#type, where);
      return;
    }
    this.#slimSection ??= { name: section, where };
    this.#project(kind, value, where);
  }

  document(value: unknown, where: Where): void {
    const slimSection = this.#slimSection;
    this.#beginDocument();
    this.#document += 1;
    if (value === null) return;
    this.found = true;
    if (slimSection === undefined || isSnapshotKind(typeMetaOf(value))) this.#object(value, NO_TYPE, where);
    else {
      this.#problem(
        slimSection.where,
        `a list "${slimSection.name}" is read only in a document with apiVersion ${SNAPSHOT_API_VERSION} and kind ${SNAPSHOT_KIND}`,
      );
    }
  }

  /** An object, or a list that could not be taken apart before. */
  #object(value: unknown, list: TypeMeta, where: Where): void {
    if (!isObject(value)) {
      this.#problem(where, `${shown(value)} is not a Kubernetes object`);
      return;
    }
    const own = typeMetaOf(value);
    // The API server leaves both out of the items of a list of one kind.
    const type = own.kind === '' ? { ...list, kind: itemKindOf(list.kind) } : own;
    const { apiVersion, kind } = type;
    if (kind === '') {
      if (list !== NO_TYPE && list.kind === '' && this.#known === undefined) throw new KindUnknownError();
      // What is wrong with the document that holds it is told once, at its end.
      if (list !== NO_TYPE && (list.kind === '' || isSnapshotKind(list))) return;
      this.#problem(where, 'kind: is missing (is the file cut off?)');
    } else if (apiVersion === '') this.#problem(where, `${kind}: apiVersion: is missing`);
    else if (kind === SNAPSHOT_KIND && apiVersion.startsWith('daemonward.dev/')) this.#snapshot(value, where);
    else if (isList(type, value.items)) {
      this.#each(value.items, kind, 'items', where, (item) => this.#object(item, type, where));
    } else {
      const known = objectKindOf(type);
      const name = qualifiedKind(type);
      if (known !== undefined) this.#project(known, value, where);
      else this.skipped.set(name, (this.skipped.get(name) ?? 0) + 1);
    }
  }

  #each(items: unknown, kind: string, field: string, where: Where, read: (item: unknown) => void): void {
    if (Array.isArray(items)) for (const item of items) read(item);
    else if (items !== undefined && items !== null) this.#problem(where, `${kind}: ${field}: is not a list`);
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
      if (kind !== undefined) {
        this.#each(items, SNAPSHOT_KIND, section, where, (item) => this.#project(kind, item, where));
      } else if (!ENVELOPE.has(section)) {
        this.#problem(
          where,
          `${SNAPSHOT_KIND}: ${shown(section)} is not known; its lists are ${OBJECT_KINDS.join(', ')}`,
        );
      }
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
    } else if (kind === 'pods' && !this.#isNewName(projected.record)) {
      this.#warn(kind, projected.record, where, 'is the name of two pods with different uids; both count');
    }
  }

  #isNewName({ tenant = '', namespace = '', name }: Named): boolean {
    const scope = scopedKey(tenant, namespace, '');
    const names = this.#podNames.get(scope) ?? new Set();
    this.#podNames.set(scope, names);
    const { size } = names;
    return names.add(name).size > size;
  }

  #problem(where: Where, problem: string): void {
    this.problems.add(() => `${where()}: ${problem}`);
  }

  #warn(kind: ObjectKind, { namespace, name }: Named, where: Where, problem: string): void {
    const full = namespace === undefined ? name : `${namespace}/${name}`;
    this.warnings.add(() => `${where()}: ${kind}: ${full} ${problem}`);
  }
}
