/**
 * Takes JSON documents apart while their bytes arrive: never more than one object of a list in memory. JSON.parse alone
 * cannot do it: kubectl's list of 150,000 pods is 1.7 GB, more than three times the longest string of V8. It is read in
 * 225 MB above an idle process (`npm run snapshot:generate`, `npm run snapshot:measure`).
 */

import { messageOf } from '../error-message.ts';
import { foreignLineAt, NOT_UTF8 } from '../utf8.ts';
import { ByteWindow, MAX_OBJECT_BYTES, mebibytes } from './byte-window.ts';
import { type DocumentSink, isHeader, UnreadableError, type Where } from './document-sink.ts';
import { ByteScanner, NOT_FOUND } from './value-end.ts';

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** What may come next. `first…` states also take the closing bracket. */
type State =
  | 'document'
  | 'first-key'
  | 'key'
  | 'colon'
  | 'value'
  | 'after-value'
  | 'first-item'
  | 'item'
  | 'after-item';

function isBlank(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

export class JsonStream {
  readonly #sink: DocumentSink;
  readonly #whereAt: (offset: number) => string;
  readonly #maxBytes: number;
  readonly #scanner = new ByteScanner();
  #state: State = 'document';
  #key = '';
  readonly #keys = new Set<string>();
  #members: string[] = [];
  #memberBytes = 0;
  #documentStart = 0;
  /** Bytes not yet used up: the beginning of a value whose end has not arrived. */
  readonly #pending = new ByteWindow();
  /** Where in the file `#pending` begins. */
  #offset = 0;
  /** A value has begun at the start of `#pending`, and its bytes up to here are scanned. */
  #scanned = -1;

  constructor(sink: DocumentSink, whereAt: (offset: number) => string, maxBytes = MAX_OBJECT_BYTES) {
    this.#sink = sink;
    this.#whereAt = whereAt;
    this.#maxBytes = maxBytes;
  }

  push(chunk: Buffer): void {
    const rest = this.#read(this.#pending.append(chunk));
    this.#pending.drop(rest);
    this.#offset += rest;
    if (this.#pending.length > this.#maxBytes) {
      const limit = mebibytes(this.#maxBytes);
      throw this.#error(0, `one value of more than ${limit}; is this a list of objects?`);
    }
  }

  end(): void {
    if (this.#state !== 'document') {
      throw this.#error(this.#pending.length, 'the file ends in the middle of a document; is it cut off?');
    }
  }

  #error(at: number, problem: string): UnreadableError {
    return new UnreadableError(this.#whereAt(this.#offset + at), problem);
  }

  /** Reads as far as it can; the answer is where the unused rest begins. */
  #read(bytes: Buffer): number {
    let at = 0;
    while (at < bytes.length) {
      if (this.#scanned < 0) {
        const byte = bytes[at] ?? 0;
        if (!isBlank(byte) && this.#startsValue(byte, at)) {
          this.#scanner.begin(byte);
          this.#scanned = 1;
          continue;
        }
        if (!isBlank(byte)) this.#punctuation(byte, at);
        at += 1;
        continue;
      }
      const end = this.#scanner.findEnd(bytes, at + this.#scanned);
      if (end === NOT_FOUND) {
        this.#scanned = bytes.length - at;
        return at;
      }
      this.#scanned = -1;
      this.#value(bytes, at, end);
      at = end;
    }
    return at;
  }

  /** Does a value to be captured begin here? Sections do not: their list is gone through. */
  #startsValue(byte: number, at: number): boolean {
    switch (this.#state) {
      case 'first-key':
      case 'key':
        if (byte === CLOSE_OBJECT) return false;
        if (byte !== QUOTE) throw this.#unexpected(byte, at);
        return true;
      case 'value':
        return !(byte === OPEN_LIST && this.#sink.sections.has(this.#key));
      case 'first-item':
      case 'item':
        return byte !== CLOSE_LIST && byte !== COMMA;
      default:
        return false;
    }
  }

  #punctuation(byte: number, at: number): void {
    const state = this.#state;
    if (state === 'document' && byte === OPEN_OBJECT) {
      this.#documentStart = this.#offset + at;
      this.#state = 'first-key';
    } else if (state === 'colon' && byte === COLON) this.#state = 'value';
    else if (state === 'value' && byte === OPEN_LIST) this.#enterSection();
    else if (state === 'after-item' && byte === COMMA) this.#state = 'item';
    else if ((state === 'first-item' || state === 'after-item') && byte === CLOSE_LIST)
      this.#state = 'after-value';
    else if (state === 'after-value' && byte === COMMA) this.#state = 'key';
    else if ((state === 'first-key' || state === 'after-value') && byte === CLOSE_OBJECT) this.#finish();
    else throw this.#unexpected(byte, at);
  }

  /** Its items are handed over one by one; an empty list in the document says that it was there. */
  #enterSection(): void {
    this.#members.push(`${JSON.stringify(this.#key)}:[]`);
    this.#state = 'first-item';
  }

  #value(bytes: Buffer, from: number, to: number): void {
    const foreign = foreignLineAt(bytes.subarray(from, to));
    if (foreign !== undefined) throw this.#error(from + foreign, NOT_UTF8);
    const text = bytes.toString('utf8', from, to);
    const where = this.#whereOf(this.#offset + from);
    const value = this.#parse(text, where);
    switch (this.#state) {
      case 'first-key':
      case 'key':
        this.#key = String(value);
        // Kubernetes takes the last of two: for a whole list that would silently lose the first.
        if (this.#keys.has(this.#key)) throw this.#error(from, `the key ${text} stands twice in one object`);
        this.#keys.add(this.#key);
        this.#state = 'colon';
        return;
      case 'value':
        this.#member(text, value, from);
        this.#state = 'after-value';
        return;
      default:
        this.#state = 'after-item';
        this.#sink.item(this.#key, value, where);
    }
  }

  #member(text: string, value: unknown, at: number): void {
    this.#memberBytes += text.length;
    if (this.#memberBytes > this.#maxBytes)
      throw this.#error(at, 'a document too large that is not a list of objects');
    this.#members.push(`${JSON.stringify(this.#key)}:${text}`);
    if (isHeader(this.#key)) this.#sink.header(this.#key, value);
  }

  #finish(): void {
    const where = this.#whereOf(this.#documentStart);
    const text = `{${this.#members.join(',')}}`;
    this.#members = [];
    this.#keys.clear();
    this.#memberBytes = 0;
    this.#state = 'document';
    this.#sink.document(this.#parse(text, where), where);
  }

  #parse(text: string, where: Where): unknown {
    try {
      return JSON.parse(text);
    } catch (error) {
      throw new UnreadableError(where(), `not valid JSON: ${messageOf(error)}`);
    }
  }

  #whereOf(offset: number): Where {
    return () => this.#whereAt(offset);
  }

  #unexpected(byte: number, at: number): UnreadableError {
    return this.#error(at, `not valid JSON: unexpected ${JSON.stringify(String.fromCharCode(byte))}`);
  }
}
