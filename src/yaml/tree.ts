/** One YAML document as a plain value, with what is wrong with its text and the way back from a value to its place. */
import { type Document, parseDocument, type Tags, visit, type YAMLError } from 'yaml';
import type { DocumentText } from './documents.ts';
import { type DuplicateKey, inspect, MOST_ALIASES, type TextMistake } from './inspect.ts';
import { keyOffset, startOf, valueOffset } from './places.ts';

export type { DuplicateKey, TextMistake } from './inspect.ts';

/** No shelf of brackets is this deep; Go's own reader gives up here as well. */
const DEEPEST = 10_000;
const MISSING_QUOTE = /^missing closing .quote/;
const TOO_LARGE = 'has aliases of aliases that make it far too large';

/** What YAML 1.1 takes for more than text and kubectl does not: 12:30 as a number, dates as times. */
const UNKNOWN_TO_KUBECTL: ReadonlySet<string> = new Set(['TIME', 'tag:yaml.org,2002:timestamp']);

const EVERYWHERE = {
  stringKeys: true,
  // The parser compares each key with each: 20,000 keys in a map take it 4 s of CPU, and with our own look 0.25 s.
  uniqueKeys: false,
  prettyErrors: false,
  logLevel: 'silent',
} as const;

const DIALECTS = {
  // Sets, ordered maps and dates are no JSON: they stay the mappings, lists and texts that they are written as.
  strict: { ...EVERYWHERE, resolveKnownTags: false },
  /** kubectl reads YAML 1.1: `yes` and `on` are true, and what was meant as text has to be quoted. */
  kubectl: {
    ...EVERYWHERE,
    version: '1.1',
    merge: true,
    customTags: (tags: Tags) => tags.filter((tag) => !isUnknownToKubectl(tag)),
  },
} as const;

export interface YamlTree {
  readonly content: unknown;
  /** What the parser stumbled over: what it made of the text near by may not be what was meant. */
  readonly syntax: readonly TextMistake[];
  /** Aliases that cannot be followed: in the content there is null instead. */
  readonly aliases: readonly TextMistake[];
  /** The last value counts, as it does for kubectl. */
  readonly duplicates: readonly DuplicateKey[];
  readonly warnings: readonly TextMistake[];
  /** Where the key or the item of a list stands that a path names, or what is nearest. */
  keyOffset(path: string): number;
  valueOffset(path: string): number;
}

/** There is no content: reading it would take too much. */
export interface Unreadable extends TextMistake {
  readonly about: 'nesting' | 'aliases';
}

/** Offsets are those of the whole text. */
export function readYaml(
  { text, start }: DocumentText,
  dialect: keyof typeof DIALECTS,
): YamlTree | { readonly unreadable: Unreadable } {
  if (isDeeperThan(DEEPEST, text)) return unreadable('nesting', start);
  const inText = <T extends TextMistake>(mistake: T): T => ({ ...mistake, offset: start + mistake.offset });
  try {
    const document: Document = parseDocument(text, DIALECTS[dialect]);
    const exhausted = document.errors.find(({ code }) => code === 'RESOURCE_EXHAUSTION');
    if (exhausted !== undefined) return unreadable('nesting', start + exhausted.pos[0]);
    const syntax = syntaxMistakes(document);
    const { aliases, duplicates, excess } = inspect(document);
    if (excess !== undefined) {
      return unreadable('aliases', start + excess, `has more than ${MOST_ALIASES} aliases`);
    }
    const { content, mergeMistakes } = contentOf(document);
    return {
      content,
      // A `<<` whose alias leads nowhere is one mistake.
      syntax: [...syntax, ...(aliases.length === 0 ? mergeMistakes : [])].map(inText),
      aliases: aliases.map(inText),
      duplicates: duplicates.map(inText),
      warnings: document.warnings.map(mistakeOf).map(inText),
      keyOffset: (path) => start + keyOffset(document, path),
      valueOffset: (path) => start + valueOffset(document, path),
    };
  } catch (error) {
    if (error instanceof RangeError) return unreadable('nesting', start);
    if (error instanceof ReferenceError) return unreadable('aliases', start, TOO_LARGE);
    throw error;
  }
}

/** Throws a RangeError when the tree is too deep, a ReferenceError when its aliases make it too large. */
function contentOf(document: Document): { content?: unknown; mergeMistakes: TextMistake[] } {
  try {
    return { content: document.toJS({ maxAliasCount: MOST_ALIASES }), mergeMistakes: [] };
  } catch (error) {
    if (!(error instanceof Error) || error instanceof RangeError || error instanceof ReferenceError)
      throw error;
    return { mergeMistakes: [{ offset: startOf(document.contents) ?? 0, message: error.message }] };
  }
}

function unreadable(about: Unreadable['about'], offset: number, message = 'is nested too deeply') {
  return { unreadable: { about, offset, message } };
}

function isUnknownToKubectl(tag: Tags[number]): boolean {
  if (typeof tag === 'string') return false;
  return UNKNOWN_TO_KUBECTL.has(tag.tag) || ('format' in tag && UNKNOWN_TO_KUBECTL.has(tag.format ?? ''));
}

/** A rough look, before the parser spends seconds: brackets in texts count too, but people close those. */
function isDeeperThan(limit: number, text: string): boolean {
  let depth = 0;
  for (const { 0: bracket } of text.matchAll(/[[\]{}]/g)) {
    depth = Math.max(0, bracket === '[' || bracket === '{' ? depth + 1 : depth - 1);
    if (depth > limit) return true;
  }
  return false;
}

function syntaxMistakes(document: Document): TextMistake[] {
  if (document.errors.length === 0) return [];
  const openings = quoteOpenings(document);
  return document.errors.map((error) => {
    const { offset, message } = mistakeOf(error);
    return { offset: (MISSING_QUOTE.test(message) ? openings.get(offset) : undefined) ?? offset, message };
  });
}

function mistakeOf({ code, message, pos }: YAMLError): TextMistake {
  const words = code === 'NON_STRING_KEY' ? 'a key must be text, without an alias or a tag' : message;
  return { offset: pos[0], message: words.charAt(0).toLowerCase() + words.slice(1) };
}

/** The parser notices a forgotten quote at the end of the file; people want to see where it was opened. */
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
