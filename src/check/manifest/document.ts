/** One document of a manifest as kubectl reads it, or why it cannot be used. */
import type { DocumentText } from '../../yaml/documents.ts';
import { type DuplicateKey, readYaml, type TextMistake, type YamlTree } from '../../yaml/tree.ts';

/** The first ones show what went wrong. */
const MOST_MISTAKES = 20;

export interface ReadDocument {
  /** Missing when the document cannot be used at all. */
  readonly tree?: YamlTree;
  readonly mistakes: readonly TextMistake[];
  /** Keys given twice: the last one counts, and the API server refuses to guess. */
  readonly duplicates: readonly DuplicateKey[];
}

export function readDocument(document: DocumentText): ReadDocument {
  const tree = readYaml(document, 'kubectl');
  if ('unreadable' in tree) return { mistakes: [tree.unreadable], duplicates: [] };
  const [broken] = tree.syntax;
  if (broken !== undefined) {
    const hint = document.text.includes('{{') ? ' (a template has to be rendered first)' : '';
    const message = `not valid YAML: ${broken.message}${hint}`;
    return { mistakes: [{ ...broken, message }], duplicates: [] };
  }
  if (tree.aliases.length > 0) {
    return { mistakes: tree.aliases.slice(0, MOST_MISTAKES), duplicates: [] };
  }
  return { tree, mistakes: [], duplicates: tree.duplicates.slice(0, MOST_MISTAKES) };
}
