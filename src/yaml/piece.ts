/** Parses one piece of YAML into plain JSON, with the line of the file in every error. */
import { parseDocument } from 'yaml';
import { messageOf } from '../json/error-message.ts';
import { UnreadableError } from '../json/stream/document-sink.ts';
import { MOST_ALIASES } from './inspect.ts';
import { readPlainYaml } from './plain.ts';

const OPTIONS = {
  prettyErrors: false,
  logLevel: 'silent',
  stringKeys: true,
  // Of YAML 1.1, which kubectl reads: without it `<<` would be a field that nobody knows.
  merge: true,
} as const;

/** The parser's own words for this are hard to understand. */
const TAB_INDENT = /^ *\t/;
const TAB_PROBLEM = 'a tab in the indentation, where only blanks may stand';

/** What the parser says of an alias without an anchor, as a value and as what to merge (there also of a `<<: 5`). */
const DETACHED = /^(Unresolved alias|Merge sources must be maps)/;

/** An alias whose anchor stands outside of the piece: the document has to be read as a whole. */
export class DetachedAliasError extends UnreadableError {}

export interface YamlPiece {
  readonly texts: readonly string[];
  /** The number in the file of each of the texts. */
  readonly lines: readonly number[];
}

/** Throws an UnreadableError with `file:line`, or a DetachedAliasError. */
export function parsePiece(piece: YamlPiece, file: string): unknown {
  const plain = readPlainYaml(piece.texts);
  // Strings are slices that would keep the text alive as long as the record: both copies make them their own.
  return plain === undefined ? parseGeneral(piece, file) : JSON.parse(JSON.stringify(plain));
}

function parseGeneral({ texts, lines }: YamlPiece, file: string): unknown {
  const text = texts.join('\n');
  const unreadable = (index: number, problem: string) =>
    new UnreadableError(`${file}:${lines[index] ?? lines[0] ?? 1}`, `not valid YAML: ${problem}`);
  try {
    const document = parseDocument(text, OPTIONS);
    const [error] = document.errors;
    if (error !== undefined) {
      const index = text.slice(0, error.pos[0]).split('\n').length - 1;
      throw unreadable(index, TAB_INDENT.test(texts[index] ?? '') ? TAB_PROBLEM : error.message);
    }
    // Unlike JSON, this copy keeps what aliases share, so that they cannot multiply.
    return structuredClone(document.toJS({ maxAliasCount: MOST_ALIASES }));
  } catch (error) {
    if (error instanceof UnreadableError) throw error;
    const problem = messageOf(error);
    if (DETACHED.test(problem)) throw new DetachedAliasError(`${file}:${lines[0] ?? 1}`, problem);
    throw unreadable(0, problem);
  }
}
