/** Whose an object is, its namespace says and never its own author; and what controllers do to it always passes. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { daemonSet, reviewOf } from '../../http/reviews.ts';
import { codesOf, hooks } from './hooks.ts';

/** All that marks a tenant on a namespace, and what one might try besides. */
const key = fc.constantFrom(
  'capsule.clastix.io/tenant',
  'projectcapsule.dev/tenant',
  'kubesphere.io/workspace',
  'stakater.com/tenant',
  'kiosk.sh/account',
  'loft.sh/project',
  'kube-system.tree.hnc.x-k8s.io/depth',
  'field.cattle.io/projectId',
  'kubernetes.io/metadata.name',
  'tenant',
);
const value = fc.constantFrom('', 'system', 'system-workspace', 'kube-system', 'garden', 'tenant-a', '0');
const marks = fc.dictionary(key, value, { maxKeys: 4 });
const namespace = fc.constantFrom('garden-shop', 'shop', 'kube-system', 'nobody-knows');
const user = fc.constantFrom(
  { username: 'jane', groups: ['garden:admins'] },
  { username: 'cluster-admin', groups: ['system:masters'] },
);

/** What a rule says to a tenant, and not which label it was told by. */
function answered(path: string, metadata: Record<string, unknown>, request: Record<string, unknown>) {
  const { ask, events } = hooks();
  const made = daemonSet();
  const object = { ...made, metadata: { ...made.metadata, ...metadata, namespace: request.namespace } };
  const response = ask(path, reviewOf({ object, ...request }));
  const [event] = events;
  return { allowed: response.allowed, codes: codesOf(response), tenant: event?.tenant };
}

test.each(['/validate/daemonsets', '/mutate/daemonsets'])(
  '%s: its labels and annotations change nothing',
  (path) => {
    fc.assert(
      fc.property(marks, marks, namespace, user, (labels, annotations, where, userInfo) => {
        const request = { namespace: where, userInfo };

        const marked = answered(path, { labels, annotations, tenant: 'system' }, request);

        expect(marked).toEqual(answered(path, {}, request));
      }),
      { numRuns: 300 },
    );
  },
);

const CONTROLLERS = [
  'system:serviceaccount:kube-system:daemon-set-controller',
  'system:serviceaccount:kube-system:generic-garbage-collector',
  'system:serviceaccount:kube-system:namespace-controller',
];

test('deletions, status writes and finalizers of a tenant’s DaemonSet pass, however it is made', () => {
  const deed = fc.constantFrom(
    { operation: 'DELETE', object: null, oldObject: daemonSet() },
    { operation: 'UPDATE', subResource: 'status', oldObject: daemonSet() },
    {
      operation: 'UPDATE',
      oldObject: { ...daemonSet(), metadata: { name: 'agent', deletionTimestamp: '2026-01-01T00:00:00Z' } },
    },
  );
  fc.assert(
    fc.property(deed, fc.constantFrom(...CONTROLLERS), marks, (request, username, labels) => {
      const userInfo = { username, groups: ['system:serviceaccounts', 'system:authenticated'] };

      const { allowed } = answered(
        '/validate/daemonsets',
        { labels },
        {
          object: daemonSet({ minReadySeconds: 7 }),
          ...request,
          namespace: 'garden-shop',
          userInfo,
        },
      );

      expect(allowed).toBe(true);
    }),
    { numRuns: 100 },
  );
});
