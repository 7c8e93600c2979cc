/** The four admission paths. The rules come later: every well-formed review is allowed, without a patch. */
import { type Parsed, parsed } from '../json/problem.ts';
import { parseReview, writeReview } from './review.ts';

export const ADMISSION_PATHS = {
  '/validate/daemonsets': 'daemonsets',
  '/validate/pods': 'pods',
  '/mutate/daemonsets': 'daemonsets',
  '/mutate/pods': 'pods',
} as const;

export type AdmissionPath = keyof typeof ADMISSION_PATHS;

/**
 * Answers one review. A review about another resource means that the registration is wrong: refusing it could stop
 * a cluster, so it passes, and the person who made the request is told.
 */
export function answerReview(path: AdmissionPath, bytes: Buffer): Parsed<string> {
  const review = parseReview(bytes);
  if (!review.ok) return review;
  const { resource } = review.value.request.resource;
  const warnings =
    resource === ADMISSION_PATHS[path]
      ? []
      : [`daemonward has no rule for ${clip(resource)} at ${path}: check the webhook registration`];
  return parsed(writeReview(review.value, { allowed: true, warnings }));
}

/** The API server cuts warnings that grow long; a resource name this long is nobody's. */
const LONGEST_RESOURCE = 40;

function clip(resource: string): string {
  return resource.length > LONGEST_RESOURCE ? `${resource.slice(0, LONGEST_RESOURCE)}…` : resource;
}
