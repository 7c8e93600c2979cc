/** One document as a plain value, with the way back from a field of it to its place in the text. */
import { parseDocument, type Tags } from 'yaml';
import type { DocumentText } from './manifest-documents.ts';
import { offsetIn } from './manifest-place.ts';
import { type Mistake, MOST_ALIASES, survey } from './manifest-survey.ts';

export interface ManifestTree {
  readonly content: unknown;
  /** Where the field stands that a path such as `spec.template.spec.containers[0].image` names, or what is nearest. */
  offsetOf(path: string): number;
}

export type ReadDocument = {
  /** Missing when the document cannot be used at all. */
  readonly tree?: ManifestTree;
  readonly mistakes: readonly Mistake[];
};

/** What YAML 1.1 takes for more than text and kubectl does not: 12:30 as a number, dates as times. */
const UNKNOWN_TO_KUBECTL: ReadonlySet<string> = new Set(['TIME']);
const TIMESTAMP = 'tag:yaml.org,2002:timestamp';

/** No shelf of brackets is this deep; Go's own reader gives up here as well. */
const DEEPEST = 10_000;
const TOO_DEEP = 'is nested too deeply';

/** kubectl reads YAML 1.1: `yes` and `on` are true, and what was meant as text has to be quoted. */
const OPTIONS = {
  version: '1.1',
  customTags: (tags: Tags) => tags.filter((tag) => !isUnknownToKubectl(tag)),
  merge: true,
  stringKeys: true,
  // Ours is quicker on maps of any size.
  uniqueKeys: false,
  prettyErrors: false,
  logLevel: 'silent',
} as const;

function isUnknownToKubectl(tag: Tags[number]): boolean {
  if (typeof tag === 'string') return false;
  return tag.tag === TIMESTAMP || ('format' in tag && UNKNOWN_TO_KUBECTL.has(tag.format ?? ''));
}

/** Offsets are those of the whole text. */
export function readDocument({ text, start }: DocumentText): ReadDocument {
  const inText = ({ offset, message }: Mistake): Mistake => ({ offset: start + offset, message });
  if (isDeeperThan(DEEPEST, text)) return { mistakes: [inText({ offset: 0, message: TOO_DEEP })] };
  try {
    const { errors, contents, document } = parse(text);
    const [error] = errors;
    if (error !== undefined) return { mistakes: [inText(error)] };
    const { broken, duplicates, targets } = survey(contents);
    if (broken.length > 0) return { mistakes: broken.map(inText) };
    const content: unknown = document.toJS({ maxAliasCount: MOST_ALIASES });
    const offsetOf = (path: string) => start + offsetIn(contents, path, targets);
    return { tree: { content, offsetOf }, mistakes: duplicates.map(inText) };
  } catch (error) {
    return { mistakes: [inText({ offset: 0, message: unreadable(error) })] };
  }
}

function parse(text: string) {
  const document = parseDocument(text, OPTIONS);
  const errors = document.errors.map(({ code, message, pos }) => ({
    offset: pos[0],
    message: `${wording(code, message)}${text.includes('{{') ? ' (a template has to be rendered first)' : ''}`,
  }));
  return { document, errors, contents: document.contents };
}

function wording(code: string, message: string): string {
  if (code === 'NON_STRING_KEY') return 'not valid YAML: a key must be text';
  if (/call stack/.test(message)) return TOO_DEEP;
  return `not valid YAML: ${message.charAt(0).toLowerCase()}${message.slice(1)}`;
}

function unreadable(error: unknown): string {
  if (error instanceof RangeError) return TOO_DEEP;
  const message = error instanceof Error ? error.message : String(error);
  return /alias count/.test(message)
    ? 'has aliases of aliases that make it far too large'
    : `not valid YAML: ${message}`;
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
