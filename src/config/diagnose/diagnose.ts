/** What a text says as a configuration, or everything that is wrong with it at once. */
import { isObject, type JsonObject } from '../../json/object.ts';
import { onOneLine } from '../../json/one-line.ts';
import { pathText, valueAt } from '../../json/path.ts';
import { documentsIn, linesOf } from '../../yaml/documents.ts';
import { readYaml, type TextMistake, type YamlTree } from '../../yaml/tree.ts';
import { inFileOrder, type Mistake, type Problem } from './problem.ts';
import { ruleMistakes } from './rules.ts';
import { schemaMistakes } from './schema-mistakes.ts';

/** More than anybody mends in one go, and few enough for a log line, a terminal and /state. */
const MOST_PROBLEMS = 100;

export type Diagnosis =
  | {
      readonly ok: true;
      readonly content: JsonObject;
      /** What the YAML reader warns of, and these. */
      warnings(mistakes: readonly Mistake[]): Problem[];
    }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** `file` is the name of the text in messages. */
export function diagnose(text: string, file: string): Diagnosis {
  const [document, second] = documentsIn(text);
  if (document === undefined) return { ok: false, problems: [{ file, path: '', message: 'is empty' }] };
  const lines = linesOf(text);
  const problem = ({ offset, path = '', message, allowed }: Placed): Problem => {
    const { line, col } = lines.linePos(offset);
    return {
      file,
      line,
      column: col,
      path,
      message: onOneLine(message),
      ...(allowed === undefined ? {} : { allowed }),
    };
  };
  const tree = readYaml(document, 'strict');
  if ('unreadable' in tree) {
    const { about, offset, message } = tree.unreadable;
    const all = about === 'aliases' ? { offset: 0, message: 'has too many aliases' } : { offset, message };
    return { ok: false, problems: [problem(all)] };
  }
  const lineOf: LineOf = ({ offset }) => lines.linePos(offset).line;
  const mistakes = [...textMistakes(tree, lineOf), ...contentMistakes(tree, lineOf)];
  if (second !== undefined) {
    const begin = readYaml(second, 'strict');
    const offset = 'unreadable' in begin ? second.start : begin.keyOffset('');
    mistakes.push({ offset, message: 'is a second document, and a configuration is one' });
  }
  if (mistakes.length > 0 || !isObject(tree.content)) {
    return { ok: false, problems: shown(inFileOrder(mistakes.map(problem)), file) };
  }
  const warnings = (found: readonly Mistake[]) =>
    inFileOrder([...tree.warnings, ...found.map((mistake) => placed(tree, mistake))].map(problem));
  return { ok: true, content: tree.content, warnings };
}

type LineOf = (place: { readonly offset: number }) => number;

interface Placed extends TextMistake {
  readonly path?: string;
  readonly allowed?: string;
}

function placed(tree: YamlTree, { path, about, message, allowed, pointAt }: Mistake): Placed {
  const at = about === 'missing-key' ? (pointAt ?? path.slice(0, -1)) : path;
  const offset = about === 'value' ? tree.valueOffset(pathText(at)) : tree.keyOffset(pathText(at));
  return { offset, path: pathText(path), message, ...(allowed === undefined ? {} : { allowed }) };
}

function textMistakes(tree: YamlTree, lineOf: LineOf): Placed[] {
  // One slip of the pen often upsets the reader twice: of each line its first mistake.
  const told = new Set(tree.aliases.map(lineOf));
  const syntax = tree.syntax.filter((mistake) => {
    const line = lineOf(mistake);
    const isFirst = !told.has(line);
    told.add(line);
    return isFirst;
  });
  const broken = syntax.map(({ offset, message }) => ({ offset, message: `is not valid YAML: ${message}` }));
  return [...broken, ...tree.aliases, ...tree.duplicates];
}

/** What is wrong with the content, and not the fault of a mistake in the text. */
function contentMistakes(tree: YamlTree, lineOf: LineOf): Placed[] {
  const { content } = tree;
  const mistakes = [...schemaMistakes(content), ...ruleMistakes(content)];
  // A misspelt key is one mistake, not an unknown and a missing one.
  const meant = new Set(mistakes.flatMap(({ meant }) => (meant === undefined ? [] : [pathText(meant)])));
  const brokenLines = new Set(tree.syntax.map(lineOf));
  const isBroken = (offset: number) => brokenLines.has(lineOf({ offset }));
  // Beside broken text what is missing may be its fault, and so may what holds it or stands in a section that does.
  const isCertain = ({ path, about }: Mistake) =>
    brokenLines.size === 0 ||
    (about !== 'missing-key' &&
      (about === 'key' || ['string', 'number', 'boolean'].includes(typeof valueAt(content, path))) &&
      !isBroken(tree.valueOffset(pathText(path.slice(0, -1)))));
  const aliases = new Set(tree.aliases.map(({ offset }) => offset));
  return mistakes
    .filter(isCertain)
    .filter(({ about, path }) => about !== 'missing-key' || !meant.has(pathText(path)))
    .map((mistake) => placed(tree, mistake))
    .filter((mistake) => !aliases.has(mistake.offset) && !isBroken(mistake.offset));
}

/** The first problems and how many more there are: a line each for thousands helps nobody. */
function shown(problems: readonly Problem[], file: string): readonly Problem[] {
  const hidden = problems.length - MOST_PROBLEMS;
  const message = `and ${hidden} more mistakes, not shown (the first ${MOST_PROBLEMS} are)`;
  return hidden > 0 ? [...problems.slice(0, MOST_PROBLEMS), { file, path: '', message }] : problems;
}
