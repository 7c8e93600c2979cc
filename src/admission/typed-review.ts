/** A review with its object read: typed, and with the tenant that it can be trusted to have. */
import { invalidField, type Parsed, parsed, tooManyValues } from '../json/problem.ts';
import type { Typed } from '../kube/object-schema.ts';
import type { ObjectMeta } from '../kube/objects.ts';
import type { CompiledPolicy } from '../policy/compiled-policy.ts';
import type { About } from './answer.ts';
import type { Operation, Review } from './review.ts';

export type Hook = 'validate' | 'mutate';

/** What both kinds of objects have. */
export interface Named {
  readonly metadata?: ObjectMeta | null;
}

export interface Reviewed<T extends Named> extends About {
  readonly operation: Operation;
  /** Undefined on DELETE. */
  readonly object: T | undefined;
  readonly old: T | undefined;
  readonly dryRun: boolean;
}

export function readReviewed<T extends Named>(
  { request }: Review,
  hook: Hook,
  policy: CompiledPolicy,
  read: (value: unknown) => Typed<T>,
): Parsed<Reviewed<T>> {
  const object = readOne('request.object', request.object, read);
  if (!object.ok) return object;
  const old = readOne('request.oldObject', request.oldObject, read);
  if (!old.ok) return old;
  const metadata = (object.value ?? old.value)?.metadata ?? {};
  // The namespace of the URL: that in a new object may be missing. Arktos fills in the tenant only after mutation.
  const namespace = request.namespace || metadata.namespace || '';
  const trusted = old.value ?? (hook === 'validate' ? object.value : undefined);
  const { username, groups } = request.userInfo ?? {};
  return parsed({
    operation: request.operation,
    object: object.value,
    old: old.value,
    dryRun: request.dryRun ?? false,
    subject: { namespace, name: request.name || metadata.name || metadata.generateName || '' },
    tenant: policy.tenantOf(namespace, trusted?.metadata?.tenant ?? undefined),
    actor: { username: username ?? '', groups: groups ?? [] },
  });
}

function readOne<T>(
  field: string,
  value: unknown,
  read: (value: unknown) => Typed<T>,
): Parsed<T | undefined> {
  if (value === undefined || value === null) return parsed(undefined);
  const typed = read(value);
  if (typed.ok) return parsed(typed.value);
  const { field: inner, expectation, isBeyond } = typed.problem;
  const path = inner === '' ? field : `${field}.${inner}`;
  return isBeyond ? tooManyValues(path, expectation) : invalidField(path, expectation);
}
