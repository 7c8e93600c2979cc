/** Turns bytes that arrive in pieces into lines of text with their numbers; a line is handed on when it is whole. */

import { foreignLineAt, NOT_UTF8 } from '../utf8.ts';
import { ByteWindow, MAX_OBJECT_BYTES, mebibytes } from './byte-window.ts';

const LINE_FEED = 0x0a;

export class LineStream {
  readonly #line: (text: string, number: number) => void;
  readonly #unreadable: (number: number, problem: string) => Error;
  readonly #pending = new ByteWindow();
  #number = 0;

  constructor(
    line: (text: string, number: number) => void,
    unreadable: (number: number, problem: string) => Error,
  ) {
    this.#line = line;
    this.#unreadable = unreadable;
  }

  push(chunk: Buffer): void {
    const bytes = this.#pending.append(chunk);
    const end = bytes.lastIndexOf(LINE_FEED);
    // Whole lines only are decoded, so no character is ever split.
    if (end >= 0) this.#lines(bytes.subarray(0, end));
    this.#pending.drop(end + 1);
    if (this.#pending.length > MAX_OBJECT_BYTES) {
      throw this.#unreadable(this.#number + 1, `a line of more than ${mebibytes(MAX_OBJECT_BYTES)}`);
    }
  }

  /** The last line of a file need not end with a line feed; a watch that was cut off is never ended. */
  end(): void {
    if (this.#pending.length > 0) this.push(Buffer.from('\n'));
  }

  #lines(bytes: Buffer): void {
    const foreign = foreignLineAt(bytes);
    const sound = foreign === undefined ? bytes : bytes.subarray(0, Math.max(foreign - 1, 0));
    // What stands before the bad line may be wrong too, and is then told first.
    if (foreign !== 0) for (const text of sound.toString('utf8').split('\n')) this.#emit(text);
    if (foreign !== undefined) throw this.#unreadable(this.#number + 1, NOT_UTF8);
  }

  #emit(text: string): void {
    this.#number += 1;
    this.#line(text.endsWith('\r') ? text.slice(0, -1) : text, this.#number);
  }
}
