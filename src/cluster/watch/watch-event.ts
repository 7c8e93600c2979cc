/** One line of a watch: what happened to which object. */
import { messageOf } from '../../json/error-message.ts';
import { isObject, type JsonObject } from '../../json/object.ts';
import { ApiError, messageIn } from '../api/api-answer.ts';

export interface WatchEvent {
  readonly type: 'put' | 'delete' | 'bookmark';
  readonly object: JsonObject;
  readonly resourceVersion: string;
}

/** The answer was complete and yet no watch: a line that is not an event, or nothing at all. */
export class GarbledError extends Error {}

const TYPES: Readonly<Record<string, WatchEvent['type']>> = {
  ADDED: 'put',
  MODIFIED: 'put',
  DELETED: 'delete',
  BOOKMARK: 'bookmark',
};

const SERVER_ERROR = 500;

/** Throws an ApiError for an ERROR event, and a GarbledError for a line that is no event. */
export function parseWatchEvent(line: string): WatchEvent {
  const event = parseLine(line);
  if (!isObject(event) || !isObject(event.object)) throw new GarbledError('a watch line that is no event');
  const { type: name, object } = event;
  if (name === 'ERROR') throw watchError(object);
  const type = typeof name === 'string' ? TYPES[name] : undefined;
  if (type === undefined) throw new GarbledError('a watch event of unknown type');
  const resourceVersion = isObject(object.metadata) ? object.metadata.resourceVersion : undefined;
  if (typeof resourceVersion !== 'string' || resourceVersion === '') {
    throw new GarbledError('a watch event without metadata.resourceVersion');
  }
  return { type, object, resourceVersion };
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch (error) {
    throw new GarbledError(messageOf(error));
  }
}

function watchError(status: JsonObject): ApiError {
  const code = typeof status.code === 'number' ? status.code : SERVER_ERROR;
  return new ApiError(code, `the watch ended with an error${messageIn(status)}`);
}
