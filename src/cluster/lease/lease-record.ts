/** A Lease of coordination.k8s.io/v1, as far as it is read and written here. */
import { isObject, type JsonObject } from '../../json/object.ts';

export interface LeaseRecord {
  /** Empty when nobody has it. */
  readonly holder: string;
  readonly durationSeconds: number;
  readonly acquiredAt: string;
  readonly renewedAt: string;
  readonly transitions: number;
  /** Of the object: a write with it fails when somebody else has written since. */
  readonly resourceVersion: string;
}

export function readLease(object: JsonObject): LeaseRecord {
  const spec = isObject(object.spec) ? object.spec : {};
  const metadata = isObject(object.metadata) ? object.metadata : {};
  return {
    holder: textIn(spec.holderIdentity),
    durationSeconds: numberIn(spec.leaseDurationSeconds),
    acquiredAt: textIn(spec.acquireTime),
    renewedAt: textIn(spec.renewTime),
    transitions: numberIn(spec.leaseTransitions),
    resourceVersion: textIn(metadata.resourceVersion),
  };
}

export function leaseObject(place: { namespace: string; name: string }, record: LeaseRecord): JsonObject {
  const { holder, durationSeconds, acquiredAt, renewedAt, transitions, resourceVersion } = record;
  return {
    apiVersion: 'coordination.k8s.io/v1',
    kind: 'Lease',
    metadata: { ...place, ...(resourceVersion !== '' && { resourceVersion }) },
    spec: {
      holderIdentity: holder,
      leaseDurationSeconds: durationSeconds,
      acquireTime: acquiredAt,
      renewTime: renewedAt,
      leaseTransitions: transitions,
    },
  };
}

/** A MicroTime: the API server refuses one without exactly six digits. */
export function microTime(now: Date): string {
  return now.toISOString().replace(/Z$/, '000Z');
}

function textIn(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function numberIn(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}
