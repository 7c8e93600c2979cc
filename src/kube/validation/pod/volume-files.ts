/** The rules for the files that a volume is filled with: of other objects, of the pod itself, and of tokens. */
import type { JsonObject } from '../../../json/object.ts';
import { type FieldError, invalid, required } from '../field-error.ts';
import { inEachOf, isSet, numberAt, objectAt, objectsAt, requireText, textAt } from './fields.ts';
import { validateLocalPath } from './paths.ts';
import { validatePodField, validateResourceField } from './pod-fields.ts';

const LARGEST_MODE = 0o777;
const LEAST_TOKEN_SECONDS = 600;
const MOST_TOKEN_SECONDS = 2 ** 32;

/** What a file can tell of its pod: no more than that, as it is written when the pod has no address yet. */
const POD_FIELDS = [
  'metadata.name',
  'metadata.namespace',
  'metadata.labels',
  'metadata.annotations',
  'metadata.uid',
];

/** Those of a ConfigMap or Secret that is named at `key`. */
export function validateNamedFiles(source: JsonObject, key: string, field: string): FieldError[] {
  return [
    ...requireText(source, key, field),
    ...validateMode(source, 'defaultMode', field),
    ...inEachOf(source, 'items', field, (item, at) => [
      ...requireText(item, 'key', at),
      ...validateFile(item, at),
    ]),
  ];
}

/** The API server leaves the position out of the fields of these files. */
export function validateDownward(source: JsonObject, field: string): FieldError[] {
  return [
    ...validateMode(source, 'defaultMode', field),
    ...objectsAt(source, 'items').flatMap((item) => [
      ...validateTold(item, field),
      ...validateFile(item, field),
    ]),
  ];
}

export function validateProjected(source: JsonObject, field: string): FieldError[] {
  const sources = objectsAt(source, 'sources');
  return [
    ...validateMode(source, 'defaultMode', field),
    ...sources.flatMap((entry, index) => validateProjection(entry, field, index)),
    ...validateApart(sources, field),
  ];
}

/** The API server leaves the position out of the field of a token's path. */
function validateProjection(entry: JsonObject, list: string, index: number): FieldError[] {
  const field = `${list}.sources[${index}]`;
  return [
    ...['configMap', 'secret']
      .filter((key) => isSet(entry, key))
      .flatMap((key) => validateNamedFiles(objectAt(entry, key), 'name', `${field}.${key}`)),
    ...validateDownward(objectAt(entry, 'downwardAPI'), `${field}.downwardAPI`),
    ...(isSet(entry, 'serviceAccountToken')
      ? [
          ...requireText(objectAt(entry, 'serviceAccountToken'), 'path', list),
          ...validateLifetime(objectAt(entry, 'serviceAccountToken'), `${field}.serviceAccountToken`),
        ]
      : []),
  ];
}

function validateLifetime(token: JsonObject, field: string): FieldError[] {
  const seconds = numberAt(token, 'expirationSeconds') ?? LEAST_TOKEN_SECONDS;
  if (seconds >= LEAST_TOKEN_SECONDS && seconds <= MOST_TOKEN_SECONDS) return [];
  const range = `must be from ${LEAST_TOKEN_SECONDS} to ${MOST_TOKEN_SECONDS}`;
  return [invalid(`${field}.expirationSeconds`, seconds, range)];
}

/** Each file of a projected volume comes from one place; the API server does not look at those of tokens. */
function validateApart(sources: readonly JsonObject[], field: string): FieldError[] {
  const paths = sources.flatMap((entry) =>
    ['configMap', 'secret', 'downwardAPI'].flatMap((key) =>
      objectsAt(objectAt(entry, key), 'items').map((item) => textAt(item, 'path')),
    ),
  );
  const seen = new Set<string>();
  for (const path of paths) {
    if (path !== '' && seen.has(path)) return [invalid(field, path, 'two of its sources have the same path')];
    seen.add(path);
  }
  return [];
}

function validateTold(item: JsonObject, field: string): FieldError[] {
  const ofContainer = objectAt(item, 'resourceFieldRef');
  if (isSet(item, 'fieldRef')) {
    return [
      ...validatePodField(objectAt(item, 'fieldRef'), POD_FIELDS, `${field}.fieldRef`),
      ...(isSet(item, 'resourceFieldRef')
        ? [invalid(field, undefined, 'must have fieldRef or resourceFieldRef, and not both')]
        : []),
    ];
  }
  if (!isSet(item, 'resourceFieldRef')) return [required(field, 'must have fieldRef or resourceFieldRef')];
  const nobody = requireText(ofContainer, 'containerName', `${field}.resourceFieldRef`);
  return nobody.length > 0 ? nobody : validateResourceField(ofContainer, `${field}.resourceFieldRef`);
}

function validateFile(item: JsonObject, field: string): FieldError[] {
  const path = textAt(item, 'path');
  return [
    ...requireText(item, 'path', field),
    ...validateLocalPath(path, `${field}.path`),
    ...(path.startsWith('..') && !path.startsWith('../')
      ? [invalid(`${field}.path`, path, 'must not start with ".."')]
      : []),
    ...validateMode(item, 'mode', field),
  ];
}

function validateMode(source: JsonObject, key: string, field: string): FieldError[] {
  const mode = numberAt(source, key) ?? 0;
  if (mode >= 0 && mode <= LARGEST_MODE) return [];
  return [invalid(`${field}.${key}`, mode, 'must be from 0 to 0777 (octal), or 511')];
}
