/** The AdmissionReview protocol, v1 and v1beta1: bytes in, a checked request out, and the answer back to text. */
import { Ajv, type ErrorObject } from 'ajv';
import type { FromSchema } from 'json-schema-to-ts';
import { beyond } from '../json/extent.ts';
import { isObject } from '../json/object.ts';
import { parseJson } from '../json/parse.ts';
import { fieldBelow, fieldText, pathOfPointer } from '../json/path.ts';
import {
  invalidField,
  jsonTypeOf,
  type Parsed,
  type Problem,
  parsed,
  tooManyValues,
  type Unparsed,
} from '../json/problem.ts';
import { eachMember, JsonSyntaxError, skipValue, type VisitMember } from '../json/scan.ts';

const VERSIONS = {
  'admission.k8s.io/v1': 'v1',
  /** Arktos, which stands on Kubernetes 1.15. */
  'admission.k8s.io/v1beta1': 'v1beta1',
} as const;

const OPERATIONS = ['CREATE', 'UPDATE', 'DELETE', 'CONNECT'] as const;

export type Operation = (typeof OPERATIONS)[number];

export interface Review {
  readonly apiVersion: keyof typeof VERSIONS;
  readonly version: (typeof VERSIONS)[keyof typeof VERSIONS];
  readonly request: Readonly<FromSchema<typeof requestSchema>>;
}

/** The two operations that are about a new object must carry one; the API server always does. */
const NEEDS_OBJECT: ReadonlySet<Operation> = new Set(['CREATE', 'UPDATE']);

/**
 * A uid has 36 characters, a group or a namespace at most 253: what is longer comes from no API server, and would come
 * back in the answer.
 */
const LONGEST_NAME = 256;

const anyText = { type: 'string', maxLength: LONGEST_NAME } as const;
const someText = { type: 'string', minLength: 1, maxLength: LONGEST_NAME } as const;
const optionalText = { type: 'string', nullable: true, maxLength: LONGEST_NAME } as const;

/** What people write, before anybody has looked at it: an object's name is checked after the mutating hooks. */
const peoplesText = { type: 'string', nullable: true } as const;

/** An object of the cluster as it came: only a rule that knows its kind looks inside. */
const rawObject = { type: 'object', nullable: true } as const;

const requestSchema = {
  type: 'object',
  required: ['uid', 'operation', 'kind', 'resource'],
  properties: {
    uid: someText,
    operation: { type: 'string', enum: OPERATIONS },
    kind: {
      type: 'object',
      required: ['version', 'kind'],
      properties: { group: optionalText, version: anyText, kind: someText },
    },
    resource: {
      type: 'object',
      required: ['version', 'resource'],
      properties: { group: optionalText, version: anyText, resource: someText },
    },
    subResource: optionalText,
    name: peoplesText,
    namespace: optionalText,
    userInfo: {
      type: 'object',
      nullable: true,
      properties: {
        username: peoplesText,
        uid: peoplesText,
        groups: { type: 'array', nullable: true, items: { type: 'string' } },
      },
    },
    object: rawObject,
    oldObject: rawObject,
    dryRun: { type: 'boolean', nullable: true },
  },
} as const;

/** Ajv only looks: a validator that fills in or coerces would change what a patch is computed against. */
const ajv = new Ajv({ coerceTypes: false, removeAdditional: false, useDefaults: false });
const validateRequest = ajv.compile<Review['request']>(requestSchema);

/**
 * A pod of twenty containers with two hundred variables each, with its managed fields and with all of it again as the old
 * object, has some 60,000 values. Objects of Kubernetes are a dozen levels deep.
 */
const MOST = { values: 100_000, depth: 100 } as const;

/** What a body below this size can hold is parsed before the next one has arrived. */
const SMALL_BYTES = 64 * 1024;

/** Whether the body holds more than can be read without keeping everybody else waiting. */
export function tooMuch(bytes: Buffer): Unparsed | null {
  const over = beyond(bytes, MOST);
  if (over === null) return null;
  const most = over === 'depth' ? `${MOST.depth} levels` : `${MOST.values} values`;
  return tooManyValues('(body)', `must not have more than ${most}`);
}

/** Reads a review strictly in its envelope, and leaves unknown fields alone: newer API servers add some. */
export function parseReview(bytes: Buffer): Parsed<Review> {
  const wrong = bytes.length > SMALL_BYTES ? tooMuch(bytes) : null;
  if (wrong !== null) return wrong;
  const json = parseJson(bytes);
  if (!json.ok) return json;
  const body = json.value;
  if (!isObject(body)) return invalidField('(body)', `must be an object, found ${jsonTypeOf(body)}`);
  if (body.kind !== 'AdmissionReview') return invalidField('kind', 'must be "AdmissionReview"');
  if (!isKnownVersion(body.apiVersion)) {
    return invalidField('apiVersion', `must be one of ${Object.keys(VERSIONS).join(', ')}`);
  }
  if (!isObject(body.request)) {
    return invalidField('request', `must be an object, found ${jsonTypeOf(body.request)}`);
  }
  const request: unknown = body.request;
  if (!validateRequest(request)) return refusedBySchema(validateRequest.errors?.[0], request);
  if (NEEDS_OBJECT.has(request.operation) && !request.object) {
    return invalidField('request.object', `must be an object when operation is ${request.operation}`);
  }
  if (request.operation === 'UPDATE' && !request.oldObject) {
    return invalidField('request.oldObject', 'must be an object when operation is UPDATE');
  }
  return parsed({ apiVersion: body.apiVersion, version: VERSIONS[body.apiVersion], request });
}

/** Who asks may have a thousand groups with long names; nobody has more than this of them. */
const LONGEST_ENVELOPE = 1024 * 1024;

/** What a request carries of the cluster: all that makes it large. */
const CARRIED: ReadonlySet<string> = new Set(['"object"', '"oldObject"', '"options"']);

/** The review with nothing in its objects: enough to answer one that is too much to be read. Null when that is, too. */
export function parseEnvelope(bytes: Buffer): Review | null {
  const kept: Buffer[] = [];
  let from = 0;
  const keepUntil = (to: number) => {
    kept.push(bytes.subarray(from, to));
    from = to;
  };
  const withoutCarried: VisitMember = (keyStart, keyEnd, value) => {
    if (!CARRIED.has(bytes.toString('latin1', keyStart, keyEnd))) return undefined;
    keepUntil(value);
    from = skipValue(bytes, value);
    kept.push(NOTHING);
    return from;
  };
  try {
    eachMember(bytes, 0, (keyStart, keyEnd, value) =>
      bytes.toString('latin1', keyStart, keyEnd) === '"request"'
        ? eachMember(bytes, value, withoutCarried)
        : undefined,
    );
  } catch (error) {
    if (error instanceof JsonSyntaxError) return null;
    throw error;
  }
  keepUntil(bytes.length);
  const envelope = Buffer.concat(kept);
  const review = envelope.length > LONGEST_ENVELOPE ? null : parseReview(envelope);
  return review?.ok ? review.value : null;
}

const NOTHING = Buffer.from('{}');

function refusedBySchema(error: ErrorObject | undefined, request: unknown): { ok: false; problem: Problem } {
  const path = fieldBelow('request', fieldText(pathOfPointer(error?.instancePath ?? '', request)));
  if (error?.keyword === 'required')
    return invalidField(`${path}.${error.params.missingProperty}`, 'is required');
  if (error?.keyword === 'enum') return invalidField(path, `must be one of ${OPERATIONS.join(', ')}`);
  if (error?.keyword === 'minLength') return invalidField(path, 'must not be empty');
  if (error?.keyword === 'maxLength') {
    return invalidField(path, `must not have more than ${LONGEST_NAME} characters`);
  }
  return invalidField(path, error?.message ?? 'is not valid');
}

function isKnownVersion(value: unknown): value is keyof typeof VERSIONS {
  return typeof value === 'string' && Object.hasOwn(VERSIONS, value);
}
