/** How far an answer over HTTP/1.1 has come, without keeping it: whole nodes come back as large as they were sent. */

const HEAD_END = '\r\n\r\n';
const LENGTH = /content-length: (\d+)/i;
const GOOD = 'HTTP/1.1 200';
/** What ends an answer that is sent in chunks, its length not known before. */
const LAST_CHUNK = '\r\n0\r\n\r\n';

export class AnswerProgress {
  #head = '';
  #received = 0;
  /** Undefined in chunks, and while the head is not there. */
  #awaited: number | undefined;
  #hasHead = false;
  #tail = '';

  /** True when the piece is the last one. Nothing of the next answer is in it: each is asked for after the last. */
  take(piece: Buffer): boolean {
    this.#received += piece.length;
    this.#tail = (this.#tail + piece.toString('latin1', Math.max(0, piece.length - LAST_CHUNK.length))).slice(
      -LAST_CHUNK.length,
    );
    if (!this.#hasHead) this.#readHead(piece);
    if (!this.#hasHead) return false;
    return this.#awaited === undefined ? this.#tail === LAST_CHUNK : this.#received >= this.#awaited;
  }

  get isGood(): boolean {
    return this.#head.startsWith(GOOD);
  }

  #readHead(piece: Buffer): void {
    this.#head += piece.toString('latin1');
    const end = this.#head.indexOf(HEAD_END);
    if (end === -1) return;
    this.#hasHead = true;
    this.#head = this.#head.slice(0, end);
    const length = LENGTH.exec(this.#head)?.[1];
    if (length !== undefined) this.#awaited = end + HEAD_END.length + Number(length);
  }
}
