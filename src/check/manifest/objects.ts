/** The Kubernetes objects of a document: itself, or the items of a list. */
import { shown } from '../../cluster/projection/fields.ts';
import { isObject, type JsonObject } from '../../json/object.ts';
import { fieldBelow } from '../../json/path.ts';
import { isListKind, itemKindOf, NO_TYPE, type TypeMeta, typeMetaOf } from '../../kube/metadata/type-meta.ts';

/** kubectl writes none in another; a list that holds itself by an alias has been refused before. */
const MOST_NESTED_LISTS = 8;

/** Maps of text, in which Go reads null as the empty text. Helm writes it for a value left out. */
const TEXT_MAPS: ReadonlySet<string> = new Set(['labels', 'annotations', 'matchLabels', 'nodeSelector']);

export interface ManifestObject extends TypeMeta {
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

export function objectsIn(content: unknown): Contents {
  const contents: Contents = { objects: [], strangers: [] };
  collect(content, '', NO_TYPE, 0, contents);
  return contents;
}

function collect(value: unknown, path: string, list: TypeMeta, depth: number, contents: Contents): void {
  const read = objectFrom(value, list);
  const isItem = depth > 0;
  if (typeof read === 'string') {
    contents.strangers.push({ path, message: read, suspicious: isItem || isDaemonSet(value) });
  } else if (!isListKind(read.kind) || !Array.isArray(read.content.items)) {
    contents.objects.push({ ...read, content: asGoReads(read.content), path });
  } else if (depth >= MOST_NESTED_LISTS) {
    contents.strangers.push({ path, message: 'lists are nested too deeply', suspicious: true });
  } else {
    for (const [index, item] of read.content.items.entries()) {
      collect(item, fieldBelow(path, `items[${index}]`), read, depth + 1, contents);
    }
  }
}

/** The object, or why it is none. */
function objectFrom(value: unknown, list: TypeMeta): Omit<ManifestObject, 'path'> | string {
  if (!isObject(value)) return `${shown(value)} is not a Kubernetes object`;
  // The API server leaves both out of the items of a list of one kind.
  const { apiVersion, kind } = hasKind(value) ? typeMetaOf(value) : { ...list, kind: itemKindOf(list.kind) };
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

function asGoReads(object: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(object).map(([key, value]) => [key, TEXT_MAPS.has(key) ? textsIn(value) : below(value)]),
  );
}

function below(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(below);
  return isObject(value) ? asGoReads(value) : value;
}

function textsIn(map: unknown): unknown {
  if (!isObject(map)) return map;
  return Object.fromEntries(Object.entries(map).map(([key, text]) => [key, text ?? '']));
}
