/** What an object says that it is: its API group and its kind. */
import { isObject } from '../../json/object.ts';
import type { Maybe } from '../objects.ts';

export interface TypeMeta {
  readonly apiVersion: string;
  readonly kind: string;
}

export const NO_TYPE: TypeMeta = { apiVersion: '', kind: '' };

const LIST_SUFFIX = 'List';

/** Empty text stands for what an object does not say, or not in text. */
export function typeMetaOf(value: unknown): TypeMeta {
  if (!isObject(value)) return NO_TYPE;
  const { apiVersion, kind } = value;
  return {
    apiVersion: typeof apiVersion === 'string' ? apiVersion : '',
    kind: typeof kind === 'string' ? kind : '',
  };
}

/** `apps/v1` → `apps`; `v1` → the empty, legacy group. */
export function apiGroupOf(apiVersion: Maybe<string>): string {
  const [group = '', ...version] = (apiVersion ?? '').split('/');
  return version.length > 0 ? group : '';
}

/** A kind with its group and without a version, to look it up by: `apps/DaemonSet`, `/Pod`. */
export function groupKindOf({ apiVersion, kind }: TypeMeta): string {
  return `${apiGroupOf(apiVersion)}/${kind}`;
}

/** The same as kubectl names resources: `Widget.example.com`. */
export function qualifiedKind({ apiVersion, kind }: TypeMeta): string {
  const group = apiGroupOf(apiVersion);
  return group === '' ? kind : `${kind}.${group}`;
}

export function isListKind(kind: string): boolean {
  return kind.endsWith(LIST_SUFFIX);
}

/** The kind of a list's items: `NodeList` holds Nodes, a plain `List` says nothing. */
export function itemKindOf(listKind: string): string {
  return isListKind(listKind) ? listKind.slice(0, -LIST_SUFFIX.length) : '';
}
