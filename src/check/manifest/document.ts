/** One document of a manifest as kubectl reads it, or why it cannot be used. */
import type { DocumentText } from '../../yaml/documents.ts';
import { readYaml, type TextMistake, type YamlTree } from '../../yaml/tree.ts';

/** The first ones show what went wrong. */
const MOST_MISTAKES = 20;

export interface ReadDocument {
  /** Missing when the document cannot be used at all. */
  readonly tree?: YamlTree;
  readonly mistakes: readonly TextMistake[];
}

export function readDocument(document: DocumentText): ReadDocument {
  const tree = readYaml(document, 'kubectl');
  if ('unreadable' in tree) return { mistakes: [tree.unreadable] };
  const [broken] = tree.syntax;
  if (broken !== undefined) {
    const hint = document.text.includes('{{') ? ' (a template has to be rendered first)' : '';
    return { mistakes: [{ ...broken, message: `not valid YAML: ${broken.message}${hint}` }] };
  }
  if (tree.aliases.length > 0) return { mistakes: tree.aliases.slice(0, MOST_MISTAKES) };
  const duplicates = tree.duplicates.slice(0, MOST_MISTAKES).map(({ offset, key, message }) => ({
    offset,
    message: `key ${JSON.stringify(key)} ${message}`,
  }));
  return { tree, mistakes: duplicates };
}
