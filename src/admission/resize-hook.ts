/** What the validating hook says of a pod that is resized in place, by way of the subresource `pods/resize`. */
import { createProjector } from '../cluster/projection/projector.ts';
import type { SlimPod } from '../cluster/records.ts';
import { isObject } from '../json/object.ts';
import { invalidField, type Parsed, parsed, tooManyValues, type Unparsed } from '../json/problem.ts';
import { readPod } from '../kube/object-schema.ts';
import type { CompiledPolicy } from '../policy/compiled-policy.ts';
import { type FindRoomToGrow, type Resize, resizeFindings } from '../policy/rules/resize.ts';
import { type About, ALLOWED, type Answer } from './answer.ts';
import type { Review } from './review.ts';
import { readReviewed } from './typed-review.ts';

type AnswerResize = (review: Review, policy: CompiledPolicy) => Parsed<About & Answer>;

export function resizeHook(roomToGrow: FindRoomToGrow): AnswerResize {
  const projector = createProjector();

  function read(field: string, object: unknown): Parsed<SlimPod> {
    const projected = projector.pods(object);
    if (projected.ok) return withoutNothings(field, projected.record);
    const { path, problem } = projected;
    return invalidField(path === '' ? field : `${field}.${path}`, problem);
  }

  function readResize({ object, oldObject }: Review['request']): Parsed<Resize> {
    const before = read('request.oldObject', oldObject);
    if (!before.ok) return before;
    const asked = hasConditions(oldObject) ? read('request.oldObject', undecided(oldObject)) : before;
    if (!asked.ok) return asked;
    const after = read('request.object', undecided(object));
    return after.ok ? parsed({ before: before.value, asked: asked.value, after: after.value }) : after;
  }

  return (review, policy) => {
    const { request } = review;
    const reviewed = readReviewed(review, 'validate', policy, readPod);
    if (!reviewed.ok) return unreadable(review, policy, reviewed);
    const { operation, tenant, subject } = reviewed.value;
    const passed = parsed({ ...reviewed.value, ...ALLOWED });
    if (operation !== 'UPDATE') return passed;
    const resize = readResize(request);
    if (!resize.ok) return tenant.system ? passed : unreadable(review, policy, resize);
    for (;;) {
      const { shortages, take } = roomToGrow(resize.value);
      // The system's own are not judged; but what they take is taken.
      const findings = tenant.system ? [] : resizeFindings(resize.value.after, shortages);
      const decision = policy.decide(findings, subject, tenant);
      const takes = decision.denied.length === 0 && request.dryRun !== true;
      if (takes && !take()) continue;
      return tenant.system ? passed : parsed({ ...reviewed.value, ...ALLOWED, decision });
    }
  };
}

/**
 * A pod beyond our limits may be a good one. The hook fails open, and an error would let a tenant's pod grow as it likes; so that
 * gets the rule's answer instead. What no API server sends stays an error.
 */
export function unreadable(
  { request }: Review,
  policy: CompiledPolicy,
  problem: Unparsed,
): Parsed<About & Answer> {
  const { userInfo } = request;
  const [namespace, name] = [request.namespace ?? '', request.name ?? ''];
  const tenant = policy.tenantOf(namespace, undefined);
  const isBeyond = problem.problem.code === 'too-many-values';
  if (!isBeyond || request.operation !== 'UPDATE' || tenant.system) return problem;
  const subject = { namespace, name };
  const actor = { username: userInfo?.username ?? '', groups: userInfo?.groups ?? [] };
  const detail = `cannot be judged beside the room of daemons: ${problem.problem.message}`;
  const decision = policy.decide([{ code: 'DW508', field: '', detail }], subject, tenant);
  return parsed({ subject, tenant, actor, ...ALLOWED, decision });
}

/** A node has a dozen resources. A pod that asks for more of them than this is on none. */
const MOST_RESOURCES = 1_000;

/**
 * The scheduler places a pod that asks for nothing of ten thousand resources, and whoever keeps the account would look at
 * each of them. Where it may go nobody asks of a pod that is on its node.
 */
function withoutNothings(field: string, pod: SlimPod): Parsed<SlimPod> {
  const requests = new Map([...pod.requests].filter(([, amount]) => amount !== 0n));
  if (requests.size > MOST_RESOURCES) {
    return tooManyValues(`${field}.spec`, `must not ask for more than ${MOST_RESOURCES} different resources`);
  }
  return parsed({ ...pod, requests, placement: undefined });
}

function hasConditions(pod: unknown): boolean {
  return isObject(pod) && isObject(pod.status) && Boolean(pod.status.conditions);
}

/** That an earlier resize could never be says nothing of this one, and the condition stays until the kubelet has looked. */
function undecided(pod: unknown): unknown {
  return isObject(pod) && isObject(pod.status) ? { ...pod, status: { ...pod.status, conditions: [] } } : pod;
}
