/** One line of a watch: what happened to which object. */
import { ApiError } from './api-answer.ts';
import { isObject, type JsonObject } from './fields.ts';

export type WatchEvent =
  | { readonly type: 'put' | 'delete'; readonly object: JsonObject; readonly resourceVersion: string }
  | { readonly type: 'bookmark'; readonly resourceVersion: string };

const TYPES: Readonly<Record<string, WatchEvent['type']>> = {
  ADDED: 'put',
  MODIFIED: 'put',
  DELETED: 'delete',
  BOOKMARK: 'bookmark',
};

const SERVER_ERROR = 500;

/** Throws an ApiError for an ERROR event, and an ordinary one for a line that is no event. */
export function parseWatchEvent(line: Buffer): WatchEvent {
  const event: unknown = JSON.parse(line.toString('utf8'));
  if (!isObject(event) || !isObject(event.object)) throw new Error('a watch line that is no event');
  const { type: name, object } = event;
  if (name === 'ERROR') throw watchError(object);
  const type = typeof name === 'string' ? TYPES[name] : undefined;
  if (type === undefined) throw new Error('a watch event of unknown type');
  const resourceVersion = isObject(object.metadata) ? object.metadata.resourceVersion : undefined;
  if (typeof resourceVersion !== 'string' || resourceVersion === '') {
    throw new Error('a watch event without metadata.resourceVersion');
  }
  return type === 'bookmark' ? { type, resourceVersion } : { type, object, resourceVersion };
}

function watchError({ code, message }: JsonObject): ApiError {
  const text = typeof message === 'string' ? `: ${message}` : '';
  return new ApiError(typeof code === 'number' ? code : SERVER_ERROR, `the watch ended with an error${text}`);
}
