/** Turns what the schema check reports into one line per mistake. */
import type { ErrorObject } from 'ajv';
import { isObject } from '../../json/object.ts';
import { type Path, pathOfPointer, pathText, valueAt } from '../../json/path.ts';
import { validateConfiguration } from '../schema/schema.ts';
import { configurationSchema } from '../schema/settings.ts';
import { leavesOf, nodeAt } from '../schema/walk.ts';
import { formerForm } from './former-settings.ts';
import type { Mistake } from './problem.ts';
import { nearest } from './spelling.ts';
import { found, mustBe, wanted } from './wording.ts';

const ALL_LEAVES = leavesOf(configurationSchema);

/** Everything that the schema has against a document. */
export function schemaMistakes(document: unknown): Mistake[] {
  if (validateConfiguration(document)) return [];
  const mistakes = (validateConfiguration.errors ?? []).flatMap((error) => mistakesOf(error, document));
  // Several keywords fail on one wrong value (a text is no number and in no range): one line is enough.
  const byPlace = Map.groupBy(mistakes, ({ about, path }) => `${about} ${pathText(path)}`);
  return [...byPlace.values()].flatMap((alike) => alike.slice(0, 1));
}

function mistakesOf(error: ErrorObject, document: unknown): Mistake[] {
  const path = pathOfPointer(error.instancePath, document);
  switch (error.keyword) {
    case 'additionalProperties':
      return [unknownKey([...path, String(error.params.additionalProperty)])];
    case 'required':
      return [missingKey([...path, String(error.params.missingProperty)])];
    case 'uniqueItems':
      return repeatedItems(path, valueAt(document, path));
    default: {
      const node = nodeAt(configurationSchema, path) ?? configurationSchema;
      const value = valueAt(document, path);
      const message = formerForm(path, value) ?? mustBe(node, value);
      return [{ path, about: 'value', message, allowed: wanted(node) }];
    }
  }
}

/** Ajv stops at the first pair. */
function repeatedItems(path: Path, list: unknown): Mistake[] {
  const items: readonly unknown[] = Array.isArray(list) ? list : [];
  const seen = new Set<string>();
  return items.flatMap((item, position): Mistake[] => {
    // Two mappings may differ in the order of their keys.
    const text = JSON.stringify(isObject(item) ? Object.entries(item).sort() : item);
    const isNew = !seen.has(text);
    seen.add(text);
    if (isNew) return [];
    const message = `is in the list twice, found ${found(item)}`;
    return [{ path: [...path, position], about: 'value', message }];
  });
}

function unknownKey(path: Path): Mistake {
  const parent = path.slice(0, -1);
  const key = String(path.at(-1));
  const section = nodeAt(configurationSchema, parent);
  const known = section?.type === 'object' ? Object.keys(section.properties) : [];
  const near = nearest(key, known);
  const elsewhere = ALL_LEAVES.filter((leaf) => leaf.key === key);
  const suggestions = near === undefined ? elsewhere.map((leaf) => leaf.text) : [pathText([...parent, near])];
  const hint = suggestions.length === 0 ? '' : `, did you mean ${suggestions.join(' or ')}?`;
  return {
    path,
    about: 'key',
    message: `unknown key${hint === '' ? ',' : hint} known here: ${known.join(', ')}`,
    allowed: known.join(', '),
    ...(near === undefined ? {} : { meant: [...parent, near] }),
  };
}

function missingKey(path: Path): Mistake {
  const allowed = wanted(nodeAt(configurationSchema, path) ?? configurationSchema);
  return { path, about: 'missing-key', message: `is missing, must be ${allowed}`, allowed };
}
