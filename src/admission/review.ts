/** The AdmissionReview protocol, v1 and v1beta1: bytes in, a checked request out, and the answer back to text. */
import { Ajv, type ErrorObject, type JSONSchemaType } from 'ajv';
import { parseJson } from '../json/parse.ts';
import { invalidField, jsonTypeOf, type Parsed, type Problem, parsed } from '../json/problem.ts';

const VERSIONS = {
  'admission.k8s.io/v1': 'v1',
  /** Arktos, which stands on Kubernetes 1.15. */
  'admission.k8s.io/v1beta1': 'v1beta1',
} as const;

export type ReviewVersion = (typeof VERSIONS)[keyof typeof VERSIONS];

export const OPERATIONS = ['CREATE', 'UPDATE', 'DELETE', 'CONNECT'] as const;

export type Operation = (typeof OPERATIONS)[number];

/** An object of the cluster as it came: only a rule that knows its kind looks inside. */
export type RawObject = Readonly<Record<string, unknown>>;

export interface UserInfo {
  readonly username?: string | null;
  readonly uid?: string | null;
  readonly groups?: readonly string[] | null;
}

export interface AdmissionRequest {
  readonly uid: string;
  readonly operation: Operation;
  readonly kind: { readonly group?: string | null; readonly version: string; readonly kind: string };
  readonly resource: { readonly group?: string | null; readonly version: string; readonly resource: string };
  readonly subResource?: string | null;
  readonly name?: string | null;
  readonly namespace?: string | null;
  readonly userInfo?: UserInfo | null;
  readonly object?: RawObject | null;
  readonly oldObject?: RawObject | null;
  readonly dryRun?: boolean | null;
}

export interface Review {
  readonly apiVersion: keyof typeof VERSIONS;
  readonly version: ReviewVersion;
  readonly request: AdmissionRequest;
}

/** The two operations that are about a new object must carry one; the API server always does. */
const NEEDS_OBJECT: ReadonlySet<Operation> = new Set(['CREATE', 'UPDATE']);

const optionalText = { type: 'string', nullable: true } as const;

const rawObject = { type: 'object', nullable: true, required: [], additionalProperties: true } as const;

const requestSchema: JSONSchemaType<AdmissionRequest> = {
  type: 'object',
  required: ['uid', 'operation', 'kind', 'resource'],
  properties: {
    uid: { type: 'string', minLength: 1 },
    operation: { type: 'string', enum: OPERATIONS },
    kind: {
      type: 'object',
      required: ['version', 'kind'],
      properties: {
        group: optionalText,
        version: { type: 'string' },
        kind: { type: 'string', minLength: 1 },
      },
    },
    resource: {
      type: 'object',
      required: ['version', 'resource'],
      properties: {
        group: optionalText,
        version: { type: 'string' },
        resource: { type: 'string', minLength: 1 },
      },
    },
    subResource: optionalText,
    name: optionalText,
    namespace: optionalText,
    userInfo: {
      type: 'object',
      nullable: true,
      required: [],
      properties: {
        username: optionalText,
        uid: optionalText,
        groups: { type: 'array', nullable: true, items: { type: 'string' } },
      },
    },
    object: rawObject,
    oldObject: rawObject,
    dryRun: { type: 'boolean', nullable: true },
  },
};

/** Ajv only looks: a validator that fills in or coerces would change what a patch is computed against. */
const validateRequest = new Ajv({ coerceTypes: false, removeAdditional: false, useDefaults: false }).compile(
  requestSchema,
);

/** Reads a review strictly in its envelope, and leaves unknown fields alone: newer API servers add some. */
export function parseReview(bytes: Buffer): Parsed<Review> {
  const json = parseJson(bytes);
  if (!json.ok) return json;
  const body = json.value;
  if (!isRawObject(body)) return invalidField('(body)', `must be an object, found ${jsonTypeOf(body)}`);
  if (body.kind !== 'AdmissionReview') return invalidField('kind', 'must be "AdmissionReview"');
  if (!isKnownVersion(body.apiVersion)) {
    return invalidField('apiVersion', `must be one of ${Object.keys(VERSIONS).join(', ')}`);
  }
  if (!isRawObject(body.request)) {
    return invalidField('request', `must be an object, found ${jsonTypeOf(body.request)}`);
  }
  const request: unknown = body.request;
  if (!validateRequest(request)) return refusedBySchema(validateRequest.errors?.[0]);
  if (NEEDS_OBJECT.has(request.operation) && !request.object) {
    return invalidField('request.object', `must be an object when operation is ${request.operation}`);
  }
  if (request.operation === 'UPDATE' && !request.oldObject) {
    return invalidField('request.oldObject', 'must be an object when operation is UPDATE');
  }
  return parsed({ apiVersion: body.apiVersion, version: VERSIONS[body.apiVersion], request });
}

function refusedBySchema(error: ErrorObject | undefined): { ok: false; problem: Problem } {
  const path = `request${(error?.instancePath ?? '').replaceAll('/', '.')}`;
  if (error?.keyword === 'required')
    return invalidField(`${path}.${error.params.missingProperty}`, 'is required');
  if (error?.keyword === 'enum') return invalidField(path, `must be one of ${OPERATIONS.join(', ')}`);
  if (error?.keyword === 'minLength') return invalidField(path, 'must not be empty');
  return invalidField(path, error?.message ?? 'is not valid');
}

function isRawObject(value: unknown): value is RawObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isKnownVersion(value: unknown): value is keyof typeof VERSIONS {
  return typeof value === 'string' && Object.hasOwn(VERSIONS, value);
}
