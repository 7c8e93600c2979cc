/** Turns what the schema check reports into one finding per mistake. */
import type { ErrorObject } from 'ajv';
import { type KeyPath, pathText, valueAt } from './key-path.ts';
import { leavesOf, nodeAt } from './leaves.ts';
import type { Finding } from './problem.ts';
import { validateConfiguration } from './schema.ts';
import { configurationSchema } from './settings.ts';
import { nearest } from './spelling.ts';
import { found, mustBe, wanted } from './wording.ts';

const DIGITS = /^\d+$/;

/** Everything that the schema has against a document. */
export function schemaFindings(document: unknown): Finding[] {
  if (validateConfiguration(document)) {
    return [];
  }
  const findings = new Map<string, Finding>();
  for (const error of validateConfiguration.errors ?? []) {
    const finding = findingOf(error, document);
    // Several keywords fail on one wrong value (a text is no number and in no range): one line is enough.
    const key = `${finding.about} ${pathText(finding.path)}`;
    if (!findings.has(key)) {
      findings.set(key, finding);
    }
  }
  return [...findings.values()];
}

function findingOf(error: ErrorObject, document: unknown): Finding {
  const path = keyPath(error.instancePath, document);
  switch (error.keyword) {
    case 'additionalProperties':
      return unknownKey([...path, String(error.params.additionalProperty)]);
    case 'required':
      return missingKey([...path, String(error.params.missingProperty)]);
    case 'uniqueItems': {
      const index = Math.max(Number(error.params.i), Number(error.params.j));
      const item = [...path, index];
      return {
        path: item,
        about: 'value',
        message: `is in the list twice, found ${found(valueAt(document, item))}`,
      };
    }
    default: {
      const node = nodeAt(configurationSchema, path) ?? configurationSchema;
      return { path, about: 'value', message: mustBe(node, valueAt(document, path)), allowed: wanted(node) };
    }
  }
}

function unknownKey(path: KeyPath): Finding {
  const parent = path.slice(0, -1);
  const key = String(path.at(-1));
  const section = nodeAt(configurationSchema, parent);
  const known = section?.type === 'object' ? Object.keys(section.properties) : [];
  const near = nearest(key, known);
  const elsewhere = leavesOf(configurationSchema).filter((leaf) => leaf.path.at(-1) === key);
  const suggestions = near === undefined ? elsewhere.map((leaf) => leaf.path) : [[...parent, near]];
  const hint = suggestions.length === 0 ? '' : `, did you mean ${suggestions.map(pathText).join(' or ')}?`;
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
