/** Reviews for tests, as an API server sends them. */

export const ADMISSION_PATHS = [
  '/validate/daemonsets',
  '/validate/pods',
  '/mutate/daemonsets',
  '/mutate/pods',
];
export const SCHEDULER_PATHS = ['/scheduler/filter', '/scheduler/prioritize', '/scheduler/preempt'];

/** A DaemonSet that no rule has anything against. */
export function daemonSet(spec: Record<string, unknown> = {}, pod: Record<string, unknown> = {}) {
  return {
    apiVersion: 'apps/v1',
    kind: 'DaemonSet',
    metadata: { name: 'agent', namespace: 'kube-system' },
    spec: {
      selector: { matchLabels: { app: 'agent' } },
      template: {
        metadata: { labels: { app: 'agent' } },
        spec: {
          priorityClassName: 'system-node-critical',
          containers: [{ name: 'main', image: 'main' }],
          ...pod,
        },
      },
      ...spec,
    },
  };
}

export function reviewOf(overrides: Record<string, unknown> = {}, envelope: Record<string, unknown> = {}) {
  return {
    apiVersion: 'admission.k8s.io/v1',
    kind: 'AdmissionReview',
    request: {
      uid: '2c1e1f0a-5a1f-4d57-8f0e-2f6b1d7a9c11',
      kind: { group: 'apps', version: 'v1', kind: 'DaemonSet' },
      resource: { group: 'apps', version: 'v1', resource: 'daemonsets' },
      name: 'agent',
      namespace: 'kube-system',
      operation: 'CREATE',
      userInfo: { username: 'admin', groups: ['system:masters'] },
      object: daemonSet(),
      oldObject: null,
      dryRun: false,
      ...overrides,
    },
    ...envelope,
  };
}

/** The right resource for a path, so that no warning is due. */
export function reviewFor(path: string, overrides: Record<string, unknown> = {}) {
  const resource = path.endsWith('/pods')
    ? { group: '', version: 'v1', resource: 'pods' }
    : { group: 'apps', version: 'v1', resource: 'daemonsets' };
  return reviewOf({ resource, ...overrides });
}
