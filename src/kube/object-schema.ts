/** The types of what we read in DaemonSets and pods, checked at run time: files and direct callers may send anything. */
import { Ajv, type ErrorObject } from 'ajv';
import type { DaemonSet, ObjectMeta, PodSpec } from './objects.ts';

export interface Pod {
  readonly apiVersion?: string | null;
  readonly kind?: string | null;
  readonly metadata?: ObjectMeta | null;
  readonly spec?: PodSpec | null;
}

const text = { type: 'string', nullable: true } as const;
const whole = { type: 'integer', nullable: true } as const;
const yesNo = { type: 'boolean', nullable: true } as const;
/** Go accepts a number where it writes text. */
const quantity = { type: ['string', 'number'] } as const;
/** IntOrString holds 32 bits; the API server does not even decode more. */
const intOrText = { type: ['integer', 'string', 'null'], minimum: -(2 ** 31), maximum: 2 ** 31 - 1 } as const;
const textMap = { type: 'object', nullable: true, additionalProperties: { type: 'string' } } as const;
const quantities = { type: 'object', nullable: true, additionalProperties: quantity } as const;

function list(items: object): object {
  return { type: 'array', nullable: true, items };
}

function object(properties: object, required: readonly string[] = []): object {
  return { type: 'object', nullable: true, properties, required };
}

/** An element of a list is never null: Go would make an empty one of it, and nobody means that. */
function element(properties: object): object {
  return { type: 'object', properties };
}

const requirement = element({ key: text, operator: text, values: list({ type: 'string' }) });
const term = element({ matchExpressions: list(requirement), matchFields: list(requirement) });
const resources = object({ requests: quantities, limits: quantities });
const container = element({
  name: text,
  image: text,
  restartPolicy: text,
  resources,
  ports: list(element({ containerPort: whole, hostPort: whole, protocol: text })),
});

const metadata = object({
  name: text,
  generateName: text,
  namespace: text,
  tenant: text,
  uid: text,
  resourceVersion: text,
  generation: whole,
  creationTimestamp: text,
  deletionTimestamp: text,
  labels: textMap,
  annotations: textMap,
  ownerReferences: list(element({ apiVersion: text, kind: text, name: text, uid: text, controller: yesNo })),
});

const podSpec = object({
  nodeName: text,
  nodeSelector: textMap,
  affinity: object({
    nodeAffinity: object({
      requiredDuringSchedulingIgnoredDuringExecution: object({ nodeSelectorTerms: list(term) }),
      preferredDuringSchedulingIgnoredDuringExecution: list(element({ weight: whole, preference: term })),
    }),
  }),
  tolerations: list(
    element({ key: text, operator: text, value: text, effect: text, tolerationSeconds: whole }),
  ),
  hostNetwork: yesNo,
  schedulerName: text,
  priorityClassName: text,
  priority: whole,
  preemptionPolicy: text,
  restartPolicy: text,
  activeDeadlineSeconds: whole,
  containers: list(container),
  initContainers: list(container),
  ephemeralContainers: list(container),
  overhead: quantities,
  resources,
});

const daemonSetSchema = {
  type: 'object',
  properties: {
    apiVersion: text,
    kind: text,
    metadata,
    spec: object({
      selector: object({ matchLabels: textMap, matchExpressions: list(requirement) }),
      template: object({ metadata, spec: podSpec }),
      updateStrategy: object({
        type: text,
        rollingUpdate: object({ maxUnavailable: intOrText, maxSurge: intOrText }),
      }),
      minReadySeconds: whole,
      revisionHistoryLimit: whole,
    }),
  },
};

const podSchema = {
  type: 'object',
  properties: { apiVersion: text, kind: text, metadata, spec: podSpec },
};

const ajv = new Ajv({
  coerceTypes: false,
  removeAdditional: false,
  useDefaults: false,
  allowUnionTypes: true,
});
const isDaemonSet = ajv.compile<DaemonSet>(daemonSetSchema);
const isPod = ajv.compile<Pod>(podSchema);

/** A field has another type than the API gives it. */
export interface TypeProblem {
  readonly field: string;
  readonly expectation: string;
}

export type Typed<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: TypeProblem };

export function readDaemonSet(value: unknown): Typed<DaemonSet> {
  return isDaemonSet(value)
    ? { ok: true, value }
    : { ok: false, problem: problemOf(isDaemonSet.errors?.[0]) };
}

export function readPod(value: unknown): Typed<Pod> {
  return isPod(value) ? { ok: true, value } : { ok: false, problem: problemOf(isPod.errors?.[0]) };
}

/** `/spec/template/spec/containers/0/image` → `spec.template.spec.containers[0].image` */
function problemOf(error: ErrorObject | undefined): TypeProblem {
  const steps = (error?.instancePath ?? '').split('/').slice(1);
  const field = steps
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce(
      (path, step) => (/^\d+$/.test(step) ? `${path}[${step}]` : path === '' ? step : `${path}.${step}`),
      '',
    );
  return { field, expectation: error?.message ?? 'is not valid' };
}
