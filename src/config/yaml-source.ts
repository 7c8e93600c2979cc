/** Reads YAML into plain values and keeps the tree, so that every value can be found again in the text. */
import {
  type Document,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseAllDocuments,
  visit,
  type YAMLError,
} from 'yaml';
import { MOST_ALIASES, mendAliases } from './aliases.ts';
import type { KeyPath } from './key-path.ts';
import { keyOf, startOf } from './positions.ts';
import type { TextMistake } from './problem.ts';

export interface YamlSource {
  readonly lines: LineCounter;
  /** Missing when there is nothing but white space and comments. */
  readonly document?: Document;
  /** What the document says, as far as it could be read. */
  readonly content?: unknown;
  readonly syntaxMistakes: readonly TextMistake[];
  readonly duplicateKeys: readonly TextMistake[];
  readonly warnings: readonly TextMistake[];
}

export function readYaml(text: string): YamlSource {
  const lines = new LineCounter();
  try {
    return readDocuments(text, lines);
  } catch (error) {
    const message = unreadable(error);
    return { lines, syntaxMistakes: [{ offset: 0, path: [], message }], duplicateKeys: [], warnings: [] };
  }
}

function unreadable(error: unknown): string {
  // Brackets nested some ten thousand deep exhaust the stack of any recursive reader.
  if (error instanceof RangeError) {
    return 'is nested too deeply';
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
  });
  const documents: Document[] = [...stream];
  const syntaxMistakes = documents.flatMap((document) =>
    document.errors.map((error) => ({
      ...mistakeOf('is not valid YAML: ', error),
      offset: quoteEndingAt(document, error.pos[0]) ?? error.pos[0],
    })),
  );
  const warnings = documents.flatMap((document) =>
    document.warnings.map((warning) => mistakeOf('', warning)),
  );

  const [document, second] = documents.filter((candidate) => !isEmpty(candidate));
  if (document === undefined) {
    return { lines, syntaxMistakes, duplicateKeys: [], warnings };
  }
  if (second !== undefined) {
    const message = 'is a second document, and a configuration is one';
    syntaxMistakes.push({ offset: startOf(second.contents) ?? 0, path: [], message });
  }
  const duplicateKeys = duplicatesBelow(document.contents, []);
  syntaxMistakes.push(...mendAliases(document));
  const content: unknown = document.toJS({ maxAliasCount: MOST_ALIASES });
  return { lines, document, content, syntaxMistakes, duplicateKeys, warnings };
}

function isEmpty(document: Document): boolean {
  const { contents } = document;
  return contents === null || (isScalar(contents) && contents.value === null && !contents.source);
}

function mistakeOf(introduction: string, error: YAMLError): TextMistake {
  const message = error.message.charAt(0).toLowerCase() + error.message.slice(1);
  return { offset: error.pos[0], path: [], message: `${introduction}${message}` };
}

/** The reader notices a forgotten quote at the end of the file; people want to see where it was opened. */
function quoteEndingAt(document: Document, offset: number): number | undefined {
  let start: number | undefined;
  visit(document, {
    Scalar(_key, scalar) {
      const quoted = scalar.type === 'QUOTE_DOUBLE' || scalar.type === 'QUOTE_SINGLE';
      if (quoted && scalar.range?.[1] === offset) {
        start = scalar.range[0];
        return visit.BREAK;
      }
      return undefined;
    },
  });
  return start;
}

function duplicatesBelow(node: Node | null, path: KeyPath): TextMistake[] {
  if (isSeq(node)) {
    return node.items.flatMap((item, index) => duplicatesBelow(asNode(item), [...path, index]));
  }
  if (!isMap(node)) {
    return [];
  }
  const seen = new Set<string>();
  return node.items.flatMap((pair) => {
    const key = keyOf(pair);
    const keyPath = [...path, key];
    const again = seen.has(key);
    seen.add(key);
    const below = duplicatesBelow(asNode(pair.value), keyPath);
    return again
      ? [{ offset: startOf(pair.key) ?? 0, path: keyPath, message: 'is given twice' }, ...below]
      : below;
  });
}

function asNode(value: unknown): Node | null {
  return isMap(value) || isSeq(value) ? value : null;
}
