/** Takes YAML documents apart while their bytes arrive, so that kubectl's lists are parsed one object at a time. */
import { type DocumentSink, isHeader, UnreadableError, type Where } from '../json/stream/document-sink.ts';
import { LineStream } from '../json/stream/line-stream.ts';
import { parsePiece } from './piece.ts';

/** A document that cannot be taken apart is parsed as a whole, which needs some fifty times its size in memory. */
const MAX_PIECE_CHARACTERS = 16 * 1024 * 1024;
const TOO_LARGE = 'one object or document too large; is this a list of objects?';

const DOCUMENT_MARK = /^(---|\.\.\.)(\s|$)/;
const BLANK_OR_COMMENT = /^\s*(#|$)/;
const SECTION_LINE = /^([A-Za-z]+):\s*(#.*)?$/;
const HEADER_LINE = /^(\w+):\s*["']?([^\s"'#]+)/;
const ITEM_LINE = /^( *)-(\s|$)/;

/** Lines that are parsed together: an object of a list, or what stands around the lists. */
class Piece {
  readonly #file: string;
  #texts: string[] = [];
  #lines: number[] = [];
  #length = 0;

  constructor(file: string) {
    this.#file = file;
  }

  add(text: string, line: number): void {
    // So that the piece's first line is where its object begins.
    if (this.#texts.length === 0 && BLANK_OR_COMMENT.test(text)) return;
    this.#texts.push(text);
    this.#lines.push(line);
    this.#length += text.length;
    if (this.#length > MAX_PIECE_CHARACTERS) throw new UnreadableError(this.#where(), TOO_LARGE);
  }

  replaceLast(text: string): void {
    this.#texts.splice(-1, 1, text);
  }

  /** Begins anew, after handing over what there is; blank lines, comments and directives are nothing. */
  finish(take: (value: unknown, where: Where) => void): void {
    const isEmpty = this.#texts.every((text) => text.startsWith('%') || BLANK_OR_COMMENT.test(text));
    const piece = { texts: this.#texts, lines: this.#lines };
    const where = this.#where();
    this.#texts = [];
    this.#lines = [];
    this.#length = 0;
    if (!isEmpty) take(parsePiece(piece, this.#file), () => where);
  }

  #where(): string {
    return `${this.#file}:${this.#lines[0] ?? 1}`;
  }
}

function indentOf(line: string): number {
  let indent = 0;
  while (line.charCodeAt(indent) === 0x20) indent += 1;
  return indent;
}

export class YamlStream {
  readonly #lines: LineStream;
  readonly #sink: DocumentSink;
  /** Off when a file has aliases across objects: then each document is one piece. */
  readonly #splits: boolean;
  readonly #envelope: Piece;
  readonly #item: Piece;
  /** The section whose key has just been read: what follows tells whether it is a list. */
  #announced = '';
  #section = '';
  #indent = 0;

  constructor(sink: DocumentSink, file: string, splits: boolean) {
    this.#sink = sink;
    this.#splits = splits;
    this.#envelope = new Piece(file);
    this.#item = new Piece(file);
    this.#lines = new LineStream(
      (text, line) => this.#read(text, line),
      (line, problem) => new UnreadableError(`${file}:${line}`, problem),
    );
  }

  push(chunk: Buffer): void {
    this.#lines.push(chunk);
  }

  end(): void {
    this.#lines.end();
    this.#finishDocument();
  }

  #read(text: string, line: number): void {
    if (DOCUMENT_MARK.test(text)) {
      this.#finishDocument();
      // What stands behind the mark belongs to the new document.
      if (text.startsWith('---')) this.#envelope.add(`   ${text.slice(3)}`, line);
    } else if (this.#announced !== '') this.#afterKey(this.#announced, text, line);
    else if (this.#section !== '') this.#inSection(text, line);
    else this.#inEnvelope(text, line);
  }

  #inEnvelope(text: string, line: number): void {
    const section = this.#splits ? SECTION_LINE.exec(text)?.[1] : undefined;
    if (section !== undefined && this.#sink.sections.has(section)) this.#announced = section;
    const [, key = '', value] = HEADER_LINE.exec(text) ?? [];
    if (isHeader(key)) this.#sink.header(key, value);
    this.#envelope.add(text, line);
  }

  #afterKey(section: string, text: string, line: number): void {
    if (BLANK_OR_COMMENT.test(text)) return;
    this.#announced = '';
    const dash = ITEM_LINE.exec(text);
    if (dash === null) {
      this.#inEnvelope(text, line);
      return;
    }
    // An empty list in the document says that it was there; the items are handed over one by one.
    this.#envelope.replaceLast(`${section}: []`);
    this.#section = section;
    this.#indent = dash[1]?.length ?? 0;
    this.#inSection(text, line);
  }

  /**
   * All of an object stands deeper than the dash that begins it; only blank lines and comments may not. A line that
   * begins with a tab is left to the parser, which knows what to say of it.
   */
  #inSection(text: string, line: number): void {
    const indent = indentOf(text);
    if (indent > this.#indent || BLANK_OR_COMMENT.test(text) || text.charCodeAt(indent) === 0x09) {
      this.#item.add(text, line);
    } else if (indent === this.#indent && ITEM_LINE.test(text)) {
      this.#finishItem();
      this.#item.add(`${text.slice(0, indent)} ${text.slice(indent + 1)}`, line);
    } else {
      this.#finishItem();
      this.#section = '';
      this.#inEnvelope(text, line);
    }
  }

  #finishItem(): void {
    this.#item.finish((value, where) => this.#sink.item(this.#section, value, where));
  }

  #finishDocument(): void {
    if (this.#section !== '') this.#finishItem();
    this.#section = '';
    this.#announced = '';
    this.#envelope.finish((value, where) => this.#sink.document(value, where));
  }
}
