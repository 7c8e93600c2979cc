/** Parses one piece of YAML into plain JSON, with the line of the file in every error. */
import { parseDocument, type YAMLError } from 'yaml';
import { readPlainYaml } from './plain-yaml.ts';
import { UnreadableError } from './snapshot-problem.ts';

/** Aliases may be used this often: enough for people, far from a bomb of nested ones. */
const MAX_ALIASES = 100;

/** The parser's own words for this are hard to understand. */
const TAB_INDENT = /^ *\t/;

/** What the parser says of an alias without an anchor, as a value and as what to merge (there also of a `<<: 5`). */
const DETACHED = /^(Unresolved alias|Merge sources must be maps)/;

/** An alias whose anchor stands outside of the piece: the document has to be read as a whole. */
export class DetachedAliasError extends Error {}

export interface YamlPiece {
  readonly texts: readonly string[];
  /** The number in the file of each of the texts. */
  readonly lines: readonly number[];
}

/** Throws an UnreadableError with `file:line`, or a DetachedAliasError. */
export function parseYaml(piece: YamlPiece, file: string): unknown {
  const plain = readPlainYaml(piece.texts);
  // Strings are slices that would keep the text alive as long as the record: both copies make them their own.
  return plain === undefined ? parseGeneral(piece, file) : JSON.parse(JSON.stringify(plain));
}

function parseGeneral(piece: YamlPiece, file: string): unknown {
  const first = piece.lines[0] ?? 1;
  try {
    const document = parseDocument(piece.texts.join('\n'), {
      prettyErrors: true,
      logLevel: 'silent',
      stringKeys: true,
      // Of YAML 1.1, which kubectl reads: without it `<<` would be a field that nobody knows.
      merge: true,
    });
    const [error] = document.errors;
    if (error !== undefined) throw syntaxError(error, piece, file);
    // Unlike JSON, this copy keeps what aliases share, so that they cannot multiply.
    return structuredClone(document.toJS({ maxAliasCount: MAX_ALIASES }));
  } catch (error) {
    if (error instanceof UnreadableError) throw error;
    const problem = error instanceof Error ? error.message : String(error);
    if (DETACHED.test(problem)) {
      throw new DetachedAliasError(`${file}:${first}: ${problem}`);
    }
    throw new UnreadableError(`${file}:${first}`, `not valid YAML: ${problem}`);
  }
}

function syntaxError(error: YAMLError, piece: YamlPiece, file: string): UnreadableError {
  const index = (error.linePos?.[0].line ?? 1) - 1;
  // The first line of the message is the problem; a drawing of the place follows.
  const [message = ''] = error.message.split('\n');
  const problem = TAB_INDENT.test(piece.texts[index] ?? '')
    ? 'a tab in the indentation, where only blanks may stand'
    : message.replace(/ at line \d+, column \d+:?$/, '');
  return new UnreadableError(
    `${file}:${piece.lines[index] ?? piece.lines[0] ?? 1}`,
    `not valid YAML: ${problem}`,
  );
}
