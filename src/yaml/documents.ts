/** Takes a text apart into documents, so that a broken one does not spoil its neighbours. */
import { LineCounter } from 'yaml';

export interface DocumentText {
  readonly text: string;
  /** Where it begins in the whole text. */
  readonly start: number;
}

/** `---` and `...` at the start of a line, alone or before a blank. kubectl separates in the same way, even in quotes. */
const BORDER = /(?<![^\n])(?:---|\.\.\.)(?=\s|$)/g;

/** A line with something else than a comment or a directive. */
const CONTENT = /^(?!%)[ \t]*[^\s#]/m;

/** What V8 says when something follows a text that is JSON already. */
const MORE_AFTER_JSON = /after JSON at position (\d+)/;

/** The documents that hold something, in order; JSON documents may follow each other without a border. */
export function documentsIn(text: string): DocumentText[] {
  return pieces(text)
    .filter((piece) => CONTENT.test(piece.text.replace(/^---/, '')))
    .flatMap(jsonDocuments);
}

/** For the line and the column of an offset, both from 1. The parser's own count misses lines in broken text. */
export function linesOf(text: string): LineCounter {
  const lines = new LineCounter();
  lines.addNewLine(0);
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines.addNewLine(at + 1);
  return lines;
}

function pieces(text: string): DocumentText[] {
  const found: DocumentText[] = [];
  let start = 0;
  for (const { 0: border, index } of text.matchAll(BORDER)) {
    found.push({ text: text.slice(start, index), start });
    // The marker of a beginning stays: a value may follow on its line. That of an end goes, with its line.
    start = border === '---' ? index : text.indexOf('\n', index) + 1 || text.length;
  }
  return [...found, { text: text.slice(start), start }];
}

/** JSON lines, or one object after the other. What is one value already, or not all JSON, stays as it is. */
function jsonDocuments(piece: DocumentText): DocumentText[] {
  const values: DocumentText[] = [];
  let { text, start } = piece;
  while (/^\s*[[{]/.test(text)) {
    try {
      JSON.parse(text);
      return [...values, { text, start }];
    } catch (error) {
      const end = MORE_AFTER_JSON.exec(String(error))?.[1];
      if (end === undefined) break;
      values.push({ text: text.slice(0, Number(end)), start });
      text = text.slice(Number(end));
      start += Number(end);
    }
  }
  return [piece];
}
