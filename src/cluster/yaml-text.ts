/** Parses one piece of YAML into plain JSON, with the line of the file in every error. */
import { parseDocument } from 'yaml';
import { readPlainYaml } from './plain-yaml.ts';
import { UnreadableError } from './snapshot-problem.ts';

/** Aliases may be used this often: enough for people, far from a bomb of nested ones. */
const MAX_ALIASES = 100;

/** An alias whose anchor stands outside of the piece: the document has to be read as a whole. */
export class DetachedAliasError extends Error {}

export interface YamlPiece {
  readonly text: string;
  /** The line of the file that each line of the text was. */
  readonly lines: readonly number[];
}

/** Throws an UnreadableError with `file:line`, or a DetachedAliasError. */
export function parseYaml(piece: YamlPiece, file: string): unknown {
  const plain = readPlainYaml(piece.text);
  const value = plain === undefined ? parseGeneral(piece, file) : plain;
  // Both give slices that would keep the text alive as long as the record: this makes the strings their own.
  return value === undefined ? null : JSON.parse(JSON.stringify(value));
}

function parseGeneral(piece: YamlPiece, file: string): unknown {
  const first = piece.lines[0] ?? 1;
  try {
    const document = parseDocument(piece.text, { prettyErrors: true, logLevel: 'silent', stringKeys: true });
    const [error] = document.errors;
    if (error !== undefined) {
      const line = piece.lines[(error.linePos?.[0].line ?? 1) - 1] ?? first;
      // The first line of the message is the problem; a drawing of the place follows.
      const [problem = 'not valid YAML'] = error.message.split('\n');
      throw new UnreadableError(
        `${file}:${line}`,
        `not valid YAML: ${problem.replace(/ at line \d+, column \d+:?$/, '')}`,
      );
    }
    return document.toJS({ maxAliasCount: MAX_ALIASES });
  } catch (error) {
    if (error instanceof UnreadableError) throw error;
    if (error instanceof ReferenceError && error.message.startsWith('Unresolved alias')) {
      throw new DetachedAliasError(`${file}:${first}: ${error.message}`);
    }
    throw new UnreadableError(
      `${file}:${first}`,
      `not valid YAML: ${error instanceof Error ? error.message : error}`,
    );
  }
}
