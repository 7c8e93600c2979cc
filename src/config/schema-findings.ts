/** Turns what the schema check reports into one finding per mistake. */
import { isDeepStrictEqual } from 'node:util';
import type { ErrorObject } from 'ajv';
import { type KeyPath, pathText, valueAt } from './key-path.ts';
import { leavesOf, nodeAt } from './leaves.ts';
import { isMapping } from './mapping.ts';
import type { Finding } from './problem.ts';
import { validateConfiguration } from './schema.ts';
import { configurationSchema } from './settings.ts';
import { nearest } from './spelling.ts';
import { found, mustBe, wanted } from './wording.ts';

const DIGITS = /^\d+$/;
const ALL_LEAVES = leavesOf(configurationSchema);

/** Everything that the schema has against a document. */
export function schemaFindings(document: unknown): Finding[] {
  if (validateConfiguration(document)) {
    return [];
  }
  const findings = new Map<string, Finding>();
  for (const finding of (validateConfiguration.errors ?? []).flatMap((error) =>
    findingsOf(error, document),
  )) {
    // Several keywords fail on one wrong value (a text is no number and in no range): one line is enough.
    const key = `${finding.about} ${pathText(finding.path)}`;
    if (!findings.has(key)) {
      findings.set(key, finding);
    }
  }
  return [...findings.values()];
}

function findingsOf(error: ErrorObject, document: unknown): Finding[] {
  const path = keyPath(error.instancePath, document);
  switch (error.keyword) {
    case 'additionalProperties':
      return [unknownKey([...path, String(error.params.additionalProperty)])];
    case 'required':
      return [missingKey([...path, String(error.params.missingProperty)])];
    case 'uniqueItems':
      return repeatedItems(path, valueAt(document, path));
    default: {
      const node = nodeAt(configurationSchema, path) ?? configurationSchema;
      return [
        { path, about: 'value', message: mustBe(node, valueAt(document, path)), allowed: wanted(node) },
      ];
    }
  }
}

/** Ajv stops at the first pair. */
function repeatedItems(path: KeyPath, list: unknown): Finding[] {
  const items: readonly unknown[] = Array.isArray(list) ? list : [];
  // By their text first: to compare each with each takes seconds in a list of thousands.
  const byText = new Map<string, unknown[]>();
  return items.flatMap((item, position): Finding[] => {
    const alike = byText.get(sortedText(item)) ?? [];
    const repeated = alike.some((earlier) => isDeepStrictEqual(earlier, item));
    if (!repeated) {
      byText.set(sortedText(item), [...alike, item]);
    }
    const message = `is in the list twice, found ${found(item)}`;
    return repeated ? [{ path: [...path, position], about: 'value', message }] : [];
  });
}

/** The same for all that is equal: two mappings may differ in the order of their keys. */
function sortedText(item: unknown): string {
  return isMapping(item) ? JSON.stringify(Object.entries(item).sort()) : JSON.stringify(item);
}

function unknownKey(path: KeyPath): Finding {
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
    about: 'unknown-key',
    message: `unknown key${hint === '' ? ',' : hint} known here: ${known.join(', ')}`,
    allowed: known.join(', '),
    ...(near === undefined ? {} : { meant: [...parent, near] }),
  };
}

function missingKey(path: KeyPath): Finding {
  const node = nodeAt(configurationSchema, path);
  const allowed = node === undefined ? undefined : wanted(node);
  return {
    path,
    about: 'missing-key',
    message: `is missing${allowed === undefined ? '' : `, must be ${allowed}`}`,
    ...(allowed === undefined ? {} : { allowed }),
  };
}

/** RFC 6901 into a path, with list positions as numbers. */
function keyPath(pointer: string, document: unknown): KeyPath {
  const path: (string | number)[] = [];
  for (const escaped of pointer.split('/').slice(1)) {
    const segment = escaped.replaceAll('~1', '/').replaceAll('~0', '~');
    const inList = DIGITS.test(segment) && Array.isArray(valueAt(document, path));
    path.push(inList ? Number(segment) : segment);
  }
  return path;
}
