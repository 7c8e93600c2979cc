/** Keeps YAML aliases harmless: few, resolvable and without circles. */
import { type Alias, type Document, Scalar, visit } from 'yaml';
import { startOf } from './positions.ts';
import type { TextMistake } from './problem.ts';

/** A configuration hardly needs aliases: these are a courtesy, and far too few for an alias bomb. */
export const MOST_ALIASES = 100;

/** Takes out the aliases that cannot be followed, so that the rest of the document can still be checked. */
export function mendAliases(document: Document): TextMistake[] {
  const mistakes: TextMistake[] = [];
  let count = 0;
  visit(document, {
    Alias() {
      count++;
    },
  });
  if (count > MOST_ALIASES) {
    throw new ReferenceError('too many aliases');
  }
  visit(document, {
    Alias(_key, alias, ancestors) {
      const offset = startOf(alias) ?? 0;
      const target = alias.resolve(document);
      if (target === undefined) {
        mistakes.push({ offset, path: [], message: `alias *${alias.source} has no anchor before it` });
        return standIn(alias);
      }
      if (ancestors.includes(target)) {
        mistakes.push({ offset, path: [], message: `alias *${alias.source} contains itself` });
        return standIn(alias);
      }
      return undefined;
    },
  });
  return mistakes;
}

/** Nothing, at the very place of the alias: what is found wrong there is the alias' own mistake. */
function standIn(alias: Alias): Scalar {
  const nothing = new Scalar(null);
  nothing.source = `*${alias.source}`;
  nothing.range = alias.range ?? null;
  return nothing;
}
