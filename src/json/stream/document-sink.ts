/** What the readers of JSON and YAML hand over: the objects of a list one by one, then what stood around them. */

import { onOneLine } from '../one-line.ts';

/** A place as `file:line`. Counting lines costs a pass over the file, so it is done only for a message. */
export type Where = () => string;

/** The two keys that tell what a document is; kubectl sorts keys, so `kind` comes after the items. */
export type Header = 'apiVersion' | 'kind';

export function isHeader(key: string): key is Header {
  return key === 'apiVersion' || key === 'kind';
}

export interface DocumentSink {
  /** Keys at the top of a document whose lists are taken apart. */
  readonly sections: ReadonlySet<string>;
  /** One element of a section. */
  item(section: string, value: unknown, where: Where): void;
  /** A header, as soon as it is read. */
  header(header: Header, value: unknown): void;
  /** The end of a document, with all of it; the sections that were handed over before are empty lists. */
  document(value: unknown, where: Where): void;
}

/** One place in one file cannot be read: ends the reading of that file. */
export class UnreadableError extends Error {
  readonly problem: string;

  constructor(where: string, problem: string) {
    // Parsers quote the text as it is, its line ends included.
    const line = onOneLine(problem);
    super(`${where}: ${line}`);
    this.name = 'UnreadableError';
    this.problem = line;
  }
}
