/** Takes YAML documents apart line by line, so that kubectl's lists are parsed one object at a time. */
import { type DocumentSink, isHeader, SECTIONS, type Where } from './document-sink.ts';
import { UnreadableError } from './snapshot-problem.ts';
import { parseYaml, type YamlPiece } from './yaml-text.ts';

/** A document that cannot be taken apart is parsed as a whole, which needs some fifty times its size in memory. */
const MAX_PIECE_CHARACTERS = 16 * 1024 * 1024;

const DOCUMENT_MARK = /^(---|\.\.\.)(\s|$)/;
const BLANK_OR_COMMENT = /^\s*(#|$)/;
const SECTION_LINE = /^([A-Za-z]+):\s*(#.*)?$/;
const HEADER_LINE = /^(\w+):\s*["']?([^\s"'#]+)/;
const ITEM_LINE = /^( *)-(\s|$)/;

class Piece {
  #texts: string[] = [];
  #lines: number[] = [];
  #length = 0;

  get isEmpty(): boolean {
    return this.#texts.every((text) => text.startsWith('%') || BLANK_OR_COMMENT.test(text));
  }

  add(text: string, line: number, file: string): void {
    // So that the piece's first line is where its object begins.
    if (this.#texts.length === 0 && BLANK_OR_COMMENT.test(text)) return;
    this.#texts.push(text);
    this.#lines.push(line);
    this.#length += text.length;
    if (this.#length > MAX_PIECE_CHARACTERS) {
      throw new UnreadableError(
        `${file}:${this.#lines[0]}`,
        'one object or document too large; is this a list of objects?',
      );
    }
  }

  take(): YamlPiece {
    const piece = { texts: this.#texts, lines: this.#lines };
    this.#texts = [];
    this.#lines = [];
    this.#length = 0;
    return piece;
  }
}

function indentOf(line: string): number {
  let indent = 0;
  while (line.charCodeAt(indent) === 0x20) indent += 1;
  return indent;
}

export class YamlDocuments {
  readonly #sink: DocumentSink;
  readonly #file: string;
  /** Off when a file has aliases across objects: then each document is one piece. */
  readonly #splits: boolean;
  readonly #envelope = new Piece();
  readonly #item = new Piece();
  /** A section's key has been read, and not yet what follows it. */
  #candidate: { readonly text: string; readonly line: number; readonly section: string } | undefined;
  #section = '';
  #indent = 0;

  constructor(sink: DocumentSink, file: string, splits: boolean) {
    this.#sink = sink;
    this.#file = file;
    this.#splits = splits;
  }

  line(text: string, line: number): void {
    if (DOCUMENT_MARK.test(text)) {
      this.#finishDocument();
      // What stands behind the mark belongs to the new document.
      if (text.startsWith('---')) this.#envelope.add(`   ${text.slice(3)}`, line, this.#file);
    } else if (this.#candidate !== undefined) this.#afterCandidate(this.#candidate, text, line);
    else if (this.#section !== '') this.#inSection(text, line);
    else this.#inEnvelope(text, line);
  }

  end(): void {
    this.#finishDocument();
  }

  #inEnvelope(text: string, line: number): void {
    const section = this.#splits ? SECTION_LINE.exec(text)?.[1] : undefined;
    if (section !== undefined && SECTIONS.has(section)) {
      this.#candidate = { text, line, section };
      return;
    }
    const [, key = '', value] = HEADER_LINE.exec(text) ?? [];
    if (isHeader(key)) this.#sink.header(key, value);
    this.#envelope.add(text, line, this.#file);
  }

  #afterCandidate(
    candidate: { text: string; line: number; section: string },
    text: string,
    line: number,
  ): void {
    if (BLANK_OR_COMMENT.test(text)) return;
    this.#candidate = undefined;
    const dash = ITEM_LINE.exec(text);
    if (dash === null) {
      this.#envelope.add(candidate.text, candidate.line, this.#file);
      this.#inEnvelope(text, line);
      return;
    }
    // An empty list in the document says that it was there; the items are handed over one by one.
    this.#envelope.add(`${candidate.section}: []`, candidate.line, this.#file);
    this.#section = candidate.section;
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
      this.#item.add(text, line, this.#file);
    } else if (indent === this.#indent && ITEM_LINE.test(text)) {
      this.#finishItem();
      this.#item.add(`${text.slice(0, indent)} ${text.slice(indent + 1)}`, line, this.#file);
    } else {
      this.#finishItem();
      this.#section = '';
      this.#inEnvelope(text, line);
    }
  }

  #finishItem(): void {
    if (this.#item.isEmpty) {
      this.#item.take();
      return;
    }
    const piece = this.#item.take();
    this.#sink.item(this.#section, parseYaml(piece, this.#file), this.#whereOf(piece));
  }

  #finishDocument(): void {
    if (this.#section !== '') this.#finishItem();
    this.#section = '';
    if (this.#candidate !== undefined) {
      this.#envelope.add(this.#candidate.text, this.#candidate.line, this.#file);
      this.#candidate = undefined;
    }
    const isEmpty = this.#envelope.isEmpty;
    const piece = this.#envelope.take();
    if (!isEmpty) this.#sink.document(parseYaml(piece, this.#file), this.#whereOf(piece));
  }

  #whereOf(piece: YamlPiece): Where {
    const line = piece.lines[0] ?? 1;
    return () => `${this.#file}:${line}`;
  }
}
