/** An object as the API server's strict decoding takes it, with what it would refuse in words. */
import { nearest } from '../../config/diagnose/spelling.ts';
import type { JsonObject } from '../../json/object.ts';
import { fieldText, valueAt } from '../../json/path.ts';
import type { ApiTypes } from '../../kube/openapi/api-types.ts';
import { type DecodingMistake, decode } from '../../kube/openapi/decode.ts';
import type { ManifestObject } from '../manifest/objects.ts';
import type { ApiFinding } from './api-codes.ts';

export interface DecodedObject {
  /** Without what has a wrong type. */
  readonly content: JsonObject;
  readonly findings: readonly ApiFinding[];
  /** False when nobody knows the fields of its kind. */
  readonly isKnown: boolean;
}

/** `types` are undefined where the API server is none of those that were recorded. */
export function decodeManifest(object: ManifestObject, types: ApiTypes | undefined): DecodedObject {
  const root = types?.rootOf(object);
  if (types === undefined || root === undefined)
    return { content: object.content, findings: [], isKnown: false };
  const { object: content, mistakes } = decode(object.content, root, types);
  return { content, findings: mistakes.map((mistake) => findingOf(mistake, object.content)), isKnown: true };
}

function findingOf(mistake: DecodingMistake, content: JsonObject): ApiFinding {
  const field = fieldText(mistake.path);
  if (mistake.about === 'wrong-type') {
    const value = valueAt(content, mistake.path);
    const hint = mistake.expectation === 'must be text' ? QUOTE_HINT : '';
    return { code: 'wrong-type', field, detail: `${mistake.expectation}, found ${shown(value)}${hint}` };
  }
  const key = String(mistake.path.at(-1));
  const meant = nearest(key, mistake.known);
  const hint = meant === undefined ? '' : `, did you mean ${meant}?`;
  return { code: 'unknown-field', field, detail: `unknown field${hint}` };
}

/** Unquoted text that YAML reads as something else is by far the most common cause. */
const QUOTE_HINT = ' (in YAML, quote it)';

/** A value longer than this would hide the message. */
const LONGEST_VALUE = 60;

function shown(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'a map';
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text;
}
