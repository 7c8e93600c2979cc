/** A review with its object read: typed, and with the tenant that it can be trusted to have. */
import { invalidField, type Parsed, parsed } from '../json/problem.ts';
import { readDaemonSet, readPod, type Typed } from '../kube/object-schema.ts';
import type { ObjectMeta } from '../kube/objects.ts';
import type { Subject } from '../policy/decision.ts';
import type { Actor } from '../tenancy/actor.ts';
import type { Tenant } from '../tenancy/tenant.ts';
import { actorOf, type PolicyAtWork } from './policy-at-work.ts';
import type { Review } from './review.ts';

export type Hook = 'validate' | 'mutate';

interface Named {
  readonly metadata?: ObjectMeta | null;
}

export interface Reviewed<T extends Named> {
  /** Undefined on DELETE. */
  readonly object: T | undefined;
  readonly old: T | undefined;
  readonly subject: Subject;
  readonly tenant: Tenant;
  readonly actor: Actor;
}

export function reviewedDaemonSet(review: Review, hook: Hook, policy: PolicyAtWork) {
  return readBoth(review, hook, policy, readDaemonSet);
}

export function reviewedPod(review: Review, hook: Hook, policy: PolicyAtWork) {
  return readBoth(review, hook, policy, readPod);
}

function readBoth<T extends Named>(
  { request }: Review,
  hook: Hook,
  policy: PolicyAtWork,
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
  const tenant = policy.tenantOf(namespace, trusted?.metadata?.tenant ?? undefined);
  const name = request.name || metadata.name || metadata.generateName || '';
  return parsed({
    object: object.value,
    old: old.value,
    subject: { namespace, name },
    tenant,
    actor: actorOf(request),
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
  const { field: inner, expectation } = typed.problem;
  return invalidField(inner === '' ? field : `${field}.${inner}`, expectation);
}
