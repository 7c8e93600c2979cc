/** The four admission paths: a review in, a verdict out. */
import { type Parsed, parsed } from '../json/problem.ts';
import { ALLOWED, writeReview } from './answer.ts';
import { mutateDaemonSetReview, validateDaemonSetReview } from './daemonset-hook.ts';
import { mutatePodReview, validatePodReview } from './pod-hook.ts';
import { type AdmissionContext, type PolicyAtWork, policyAtWork } from './policy-at-work.ts';
import { parseReview, type Review } from './review.ts';
import { type Ruling, verdictOf } from './ruling.ts';

interface Path {
  readonly resource: string;
  readonly rule: (review: Review, policy: PolicyAtWork) => Parsed<Ruling>;
}

const PATHS: Readonly<Record<string, Path>> = {
  '/validate/daemonsets': { resource: 'daemonsets', rule: validateDaemonSetReview },
  '/validate/pods': { resource: 'pods', rule: validatePodReview },
  '/mutate/daemonsets': { resource: 'daemonsets', rule: mutateDaemonSetReview },
  '/mutate/pods': { resource: 'pods', rule: mutatePodReview },
};

/** One function a path, over a policy that follows its settings. */
export function admissionDoors(context: AdmissionContext): Map<string, (bytes: Buffer) => Parsed<string>> {
  const current = policyAtWork(context);
  return new Map(
    Object.entries(PATHS).map(([path, { resource, rule }]) => [
      path,
      (bytes: Buffer) => {
        const review = parseReview(bytes);
        if (!review.ok) return review;
        const { request } = review.value;
        if (request.resource.resource !== resource) return parsed(strange(path, review.value));
        // Status, scale and bindings are written by controllers.
        if (request.subResource) return parsed(writeReview(review.value, ALLOWED));
        const ruled = rule(review.value, current());
        if (!ruled.ok) return ruled;
        const { decision, operations, subject, tenant, actor } = ruled.value;
        context.observe({
          path,
          uid: request.uid,
          subject,
          tenant,
          username: actor.username,
          dryRun: request.dryRun ?? false,
          decision,
          patched: operations.length > 0,
        });
        return parsed(writeReview(review.value, verdictOf(ruled.value)));
      },
    ]),
  );
}

/**
 * A review about another resource means that the registration is wrong: refusing it could stop a cluster, so it passes,
 * and the person who made the request is told.
 */
function strange(path: string, review: Review): string {
  const resource = clip(review.request.resource.resource);
  const warning = `daemonward has no rule for ${resource} at ${path}: check the webhook registration`;
  return writeReview(review, { ...ALLOWED, warnings: [warning] });
}

/** The API server cuts warnings that grow long; a resource name this long is nobody's. */
const LONGEST_RESOURCE = 40;

/** Warnings go to a terminal: what no resource's name has in it does not. */
function clip(resource: string): string {
  const plain = resource.replace(/[^\w./-]/g, '?');
  return plain.length > LONGEST_RESOURCE ? `${plain.slice(0, LONGEST_RESOURCE)}…` : plain;
}
