/** What the comparison with Kubernetes leaves out, and why: the only list of its kind. */

export interface LeftOut {
  /** The start of the error's field path. */
  readonly prefix: string;
  readonly reason: string;
}

/** Errors below these paths are compared in neither direction. */
export const LEFT_OUT: readonly LeftOut[] = [
  {
    prefix: 'spec.template.spec.containers[',
    reason:
      'what is inside a container says nothing about where a daemon may run; that there is one is compared',
  },
  { prefix: 'spec.template.spec.initContainers[', reason: 'as for containers' },
  {
    prefix: 'spec.template.spec.ephemeralContainers[',
    reason: 'a template must not have any at all, and that is compared',
  },
  {
    prefix: 'spec.template.annotations[',
    reason:
      'the meaning of single annotations (deletion cost, seccomp) is for others; key syntax and size are compared',
  },
];

export function isLeftOut(field: string): boolean {
  return LEFT_OUT.some(({ prefix }) => field.startsWith(prefix));
}
