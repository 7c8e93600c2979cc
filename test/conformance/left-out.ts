/**
 * What the comparison with Kubernetes leaves out, and why. Two lists, and no other: errors that are not compared, and
 * parts of a DaemonSet for which there are no rules here at all. A vector with an error of the second kind is compared
 * and fails: better a visible gap than a hidden one.
 */

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

/**
 * Where Kubernetes has rules and Daemonward has none: none of it decides on which nodes a daemon belongs, and the API
 * server, which answers after the webhook, checks all of it anyway.
 */
export const NO_RULES: readonly string[] = [
  'metadata.ownerReferences',
  'metadata.finalizers',
  'metadata.managedFields',
  'metadata.deletionGracePeriodSeconds',
  'metadata.selfLink',
  'spec.template.spec.affinity.podAffinity',
  'spec.template.spec.affinity.podAntiAffinity',
  'spec.template.spec.topologySpreadConstraints',
  'spec.template.spec.volumes',
  'spec.template.spec.hostname',
  'spec.template.spec.subdomain',
  'spec.template.spec.hostAliases',
  'spec.template.spec.hostUsers',
  'spec.template.spec.dnsPolicy',
  'spec.template.spec.dnsConfig',
  'spec.template.spec.os',
  'spec.template.spec.securityContext',
  'spec.template.spec.serviceAccountName',
  'spec.template.spec.imagePullSecrets',
  'spec.template.spec.terminationGracePeriodSeconds',
  'spec.template.spec.schedulingGates',
  'spec.template.spec.readinessGates',
  'spec.template.spec.runtimeClassName',
  'spec.template.spec.overhead',
  'spec.template.spec.resources',
  'spec.template.spec.resourceClaims',
  'status',
];

export function isLeftOut(field: string): boolean {
  return LEFT_OUT.some(({ prefix }) => field.startsWith(prefix));
}
