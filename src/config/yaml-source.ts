/** Reads YAML into plain values and keeps the tree, so that every value can be found again in the text. */
import { type Document, isScalar, LineCounter, parseAllDocuments, visit, type YAMLError } from 'yaml';
import { MOST_ALIASES, mendAliases } from './aliases.ts';
import { type DuplicateKey, duplicateKeys } from './duplicates.ts';
import { startOf } from './positions.ts';
import type { TextMistake } from './problem.ts';

/** Brackets nested some thousand deep exhaust the stack of any recursive reader. */
const TOO_DEEP = 'is nested too deeply';

export interface YamlSource {
  readonly lines: LineCounter;
  /** Missing when there is nothing but white space and comments. */
  readonly document?: Document;
  /** What the document says, as far as it could be read. */
  readonly content?: unknown;
  /** What upsets the reader, so that the content near it may not be what was meant. */
  readonly syntaxMistakes: readonly TextMistake[];
  /** What is wrong as well and leaves the rest as it was meant. */
  readonly otherMistakes: readonly TextMistake[];
  readonly duplicateKeys: readonly DuplicateKey[];
  readonly warnings: readonly TextMistake[];
}

export function readYaml(text: string): YamlSource {
  const lines = new LineCounter();
  try {
    return readDocuments(text, lines);
  } catch (error) {
    const mistake = { offset: 0, path: [], message: unreadable(error) };
    return { lines, syntaxMistakes: [mistake], otherMistakes: [], duplicateKeys: [], warnings: [] };
  }
}

function unreadable(error: unknown): string {
  if (error instanceof RangeError) {
    return TOO_DEEP;
  }
  return error instanceof ReferenceError
    ? 'has too many aliases'
    : `cannot be read as YAML: ${String(error)}`;
}

function readDocuments(text: string, lines: LineCounter): YamlSource {
  const stream = parseAllDocuments(text, {
    lineCounter: lines,
    prettyErrors: false,
    uniqueKeys: false,
    logLevel: 'error',
    // Sets, ordered maps and dates are no JSON: they stay the mappings, lists and texts that they are written as.
    resolveKnownTags: false,
  });
  const documents: Document[] = [...stream];
  const syntaxMistakes = documents.flatMap(syntaxMistakesOf);
  const warnings = documents.flatMap((document) =>
    document.warnings.map((warning) => mistakeOf('', warning)),
  );

  const [document, second] = documents.filter((candidate) => !isEmpty(candidate));
  if (document === undefined) {
    return { lines, syntaxMistakes, otherMistakes: [], duplicateKeys: [], warnings };
  }
  const otherMistakes = mendAliases(document);
  if (second !== undefined) {
    const message = 'is a second document, and a configuration is one';
    otherMistakes.push({ offset: startOf(second.contents) ?? 0, path: [], message });
  }
  const content: unknown = document.toJS({ maxAliasCount: MOST_ALIASES });
  const duplicates = duplicateKeys(document);
  return { lines, document, content, syntaxMistakes, otherMistakes, duplicateKeys: duplicates, warnings };
}

function isEmpty(document: Document): boolean {
  const { contents } = document;
  return contents === null || (isScalar(contents) && contents.value === null && !contents.source);
}

function mistakeOf(introduction: string, error: YAMLError): TextMistake {
  const message = error.message.charAt(0).toLowerCase() + error.message.slice(1);
  return { offset: error.pos[0], path: [], message: `${introduction}${message}` };
}

function syntaxMistakesOf(document: Document): TextMistake[] {
  if (document.errors.length === 0) {
    return [];
  }
  const openings = quoteOpenings(document);
  return document.errors.map((error) => {
    const offset = openings.get(error.pos[0]) ?? error.pos[0];
    return error.code === 'RESOURCE_EXHAUSTION'
      ? { offset, path: [], message: TOO_DEEP }
      : { ...mistakeOf('is not valid YAML: ', error), offset };
  });
}

/** The reader notices a forgotten quote at the end of the file; people want to see where it was opened. */
function quoteOpenings(document: Document): ReadonlyMap<number, number> {
  const openings = new Map<number, number>();
  visit(document, {
    Scalar(_key, { type, range }) {
      if (range && (type === 'QUOTE_DOUBLE' || type === 'QUOTE_SINGLE') && !openings.has(range[1])) {
        openings.set(range[1], range[0]);
      }
    },
  });
  return openings;
}
