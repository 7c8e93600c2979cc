/** What the validating hook says of a pod that is resized in place, by way of the subresource `pods/resize`. */
import { createProjector } from '../cluster/projection/projector.ts';
import type { SlimPod } from '../cluster/records.ts';
import { isObject } from '../json/object.ts';
import { invalidField, type Parsed, parsed } from '../json/problem.ts';
import { readPod } from '../kube/object-schema.ts';
import type { CompiledPolicy } from '../policy/compiled-policy.ts';
import { type FindRoomToGrow, resizeFindings } from '../policy/rules/resize.ts';
import { type About, ALLOWED, type Answer } from './answer.ts';
import type { Review } from './review.ts';
import { readReviewed } from './typed-review.ts';

type AnswerResize = (review: Review, policy: CompiledPolicy) => Parsed<About & Answer>;

export function resizeHook(roomToGrow: FindRoomToGrow): AnswerResize {
  const projector = createProjector();

  function read(field: string, object: unknown): Parsed<SlimPod> {
    const projected = projector.pods(object);
    if (projected.ok) return parsed(projected.record);
    const { path, problem } = projected;
    return invalidField(path === '' ? field : `${field}.${path}`, problem);
  }

  return (review, policy) => {
    const { request } = review;
    const reviewed = readReviewed(review, 'validate', policy, readPod);
    if (!reviewed.ok) return reviewed;
    const { operation, tenant, subject } = reviewed.value;
    if (operation !== 'UPDATE' || tenant.system) return parsed({ ...reviewed.value, ...ALLOWED });
    const before = read('request.oldObject', request.oldObject);
    if (!before.ok) return before;
    const after = read('request.object', undecided(request.object));
    if (!after.ok) return after;
    const room = roomToGrow(before.value, after.value);
    const decision = policy.decide(resizeFindings(after.value, room.shortages), subject, tenant);
    if (decision.denied.length === 0 && request.dryRun !== true) room.take();
    return parsed({ ...reviewed.value, ...ALLOWED, decision });
  };
}

/** That an earlier resize could never be says nothing of this one, and the condition stays until the kubelet has looked. */
function undecided(pod: unknown): unknown {
  return isObject(pod) && isObject(pod.status) ? { ...pod, status: { ...pod.status, conditions: [] } } : pod;
}
