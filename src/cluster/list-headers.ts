/** What each document of a file says it is, collected without looking at its objects. */
import type { DocumentSink } from './document-sink.ts';
import { isObject } from './fields.ts';

export interface Headers {
  readonly apiVersion: string;
  readonly kind: string;
}

export const NO_HEADERS: Headers = { apiVersion: '', kind: '' };

export function headersOf(value: unknown): Headers {
  if (!isObject(value)) return NO_HEADERS;
  const { apiVersion, kind } = value;
  return {
    apiVersion: typeof apiVersion === 'string' ? apiVersion : '',
    kind: typeof kind === 'string' ? kind : '',
  };
}

export class HeadersSink implements DocumentSink {
  readonly headers: Headers[] = [];

  item(): void {}

  header(): void {}

  document(value: unknown): void {
    this.headers.push(headersOf(value));
  }
}
