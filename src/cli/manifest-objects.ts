/** The Kubernetes objects of a document: itself, or the items of a list. */
import { isListKind, itemKindOf } from '../cluster/api-kinds.ts';
import { isObject, type JsonObject, shown } from '../cluster/fields.ts';
import type { ManifestTree } from './manifest-tree.ts';

/** kubectl writes none in another; a list that holds itself by an alias has been refused before. */
const MOST_NESTED_LISTS = 8;

export interface ManifestObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly content: JsonObject;
  /** Where it is in its document: empty, or such as `items[3]`. */
  readonly path: string;
}

/** Something that is not an object of Kubernetes. */
export interface Stranger {
  readonly path: string;
  readonly message: string;
  /** Too much like an object for a slip to go unnoticed. */
  readonly suspicious: boolean;
}

export interface Contents {
  readonly objects: ManifestObject[];
  readonly strangers: Stranger[];
}

interface Header {
  readonly apiVersion: string;
  readonly kind: string;
}

const NO_HEADER: Header = { apiVersion: '', kind: '' };

export function objectsIn({ content }: ManifestTree): Contents {
  const contents: Contents = { objects: [], strangers: [] };
  collect(content, '', NO_HEADER, 0, contents);
  return contents;
}

function collect(value: unknown, path: string, list: Header, depth: number, contents: Contents): void {
  const read = objectFrom(value, list);
  const isItem = depth > 0;
  if (typeof read === 'string') {
    contents.strangers.push({ path, message: read, suspicious: isItem || isDaemonSet(value) });
  } else if (!isListKind(read.kind) || !Array.isArray(read.content.items)) {
    contents.objects.push({ ...read, path });
  } else if (depth >= MOST_NESTED_LISTS) {
    contents.strangers.push({ path, message: 'lists are nested too deeply', suspicious: true });
  } else {
    for (const [index, item] of read.content.items.entries()) {
      collect(item, fieldBelow(path, `items[${index}]`), read, depth + 1, contents);
    }
  }
}

/** The object, or why it is none. */
function objectFrom(value: unknown, list: Header): Omit<ManifestObject, 'path'> | string {
  if (!isObject(value)) return `${shown(value)} is not a Kubernetes object`;
  // The API server leaves both out of the items of a list of one kind.
  const { apiVersion, kind } = hasKind(value) ? headerOf(value) : { ...list, kind: itemKindOf(list.kind) };
  if (kind === '') return 'is not a Kubernetes object: kind is missing';
  if (apiVersion === '') return `${kind}: apiVersion is missing`;
  return { apiVersion, kind, content: { ...value, apiVersion, kind } };
}

function isDaemonSet(value: unknown): boolean {
  return isObject(value) && value.kind === 'DaemonSet';
}

function hasKind(value: JsonObject): boolean {
  return value.kind !== undefined && value.kind !== null;
}

function headerOf({ apiVersion, kind }: JsonObject): Header {
  return {
    apiVersion: typeof apiVersion === 'string' ? apiVersion : '',
    kind: typeof kind === 'string' ? kind : '',
  };
}

/** A path in the object at another path. */
export function fieldBelow(path: string, field: string): string {
  if (path === '' || field === '') return `${path}${field}`;
  return field.startsWith('[') ? `${path}${field}` : `${path}.${field}`;
}
