/** Turns bytes that arrive in pieces into lines of text with their numbers. */
import { ByteWindow } from './byte-window.ts';

const LINE_FEED = 0x0a;

/** A YAML line is a key and a value; a file with a longer one is not text made for people or by kubectl. */
const MAX_LINE_BYTES = 16 * 1024 * 1024;

export class LineStream {
  readonly #line: (text: string, number: number) => void;
  readonly #tooLong: (number: number) => Error;
  readonly #pending = new ByteWindow();
  #number = 0;

  constructor(line: (text: string, number: number) => void, tooLong: (number: number) => Error) {
    this.#line = line;
    this.#tooLong = tooLong;
  }

  push(chunk: Buffer): void {
    const bytes = this.#pending.append(chunk);
    const end = bytes.lastIndexOf(LINE_FEED);
    // Whole lines only are decoded, so no character is ever split.
    if (end >= 0) for (const text of bytes.toString('utf8', 0, end).split('\n')) this.#emit(text);
    this.#pending.drop(end + 1);
    if (this.#pending.length > MAX_LINE_BYTES) throw this.#tooLong(this.#number + 1);
  }

  end(): void {
    // The last line need not end with a line feed.
    if (this.#pending.length > 0) this.push(Buffer.from('\n'));
  }

  #emit(text: string): void {
    this.#number += 1;
    this.#line(text.endsWith('\r') ? text.slice(0, -1) : text, this.#number);
  }
}
