import { expect, test } from 'vitest';
import type { Mode } from '../../../src/policy/modes.ts';
import { daemonSet, reviewOf } from '../../http/reviews.ts';
import { hooks } from './hooks.ts';

const review = reviewOf({ namespace: 'garden-shop' });

function withMode(mode: Mode) {
  return hooks((configuration) => ({ ...configuration, rules: { ...configuration.rules, DW101: mode } }));
}

test.each([
  ['off', true, undefined, undefined],
  ['audit', true, undefined, { outcome: 'allowed', audited: 'DW101' }],
  [
    'warn',
    true,
    [expect.stringMatching(/^DW101 namespace: the namespace belongs to the tenant "garden"/)],
    { outcome: 'allowed', warned: 'DW101' },
  ],
  ['enforce', false, undefined, { outcome: 'denied', denied: 'DW101' }],
] as const)('%s', (mode, allowed, warnings, auditAnnotations) => {
  const { ask, events } = withMode(mode);

  const response = ask('/validate/daemonsets', review);

  expect(response.allowed).toBe(allowed);
  expect(response.warnings).toEqual(warnings);
  expect(response.auditAnnotations).toEqual(
    auditAnnotations && { uid: response.uid, ...auditAnnotations, tenant: 'garden', 'tenant-by': 'label' },
  );
  expect(events).toHaveLength(1);
});

test('warnings fit on a line', () => {
  const response = withMode('warn').ask('/validate/daemonsets', review);

  expect((response.warnings ?? []).every((warning) => warning.length <= 120)).toBe(true);
});

test('a warning names the last step of the path, also when that is a key with dots', () => {
  const object = daemonSet({}, { nodeSelector: { 'kubernetes.io/hostname': 'n1' } });

  const response = hooks().ask('/validate/daemonsets', reviewOf({ object }));

  expect(response.warnings).toEqual([
    'DW404 nodeSelector[kubernetes.io/hostname]: selects by the label kubernetes.io/hostname',
  ]);
});

test('what only warns is not said twice: the mutating hook is silent about it', () => {
  const response = withMode('warn').ask('/mutate/daemonsets', review);

  expect(response).toEqual({ uid: expect.any(String), allowed: true });
});

test.each([
  ['on its last day', '2026-11-16', 'agent', true],
  ['on the day after', '2026-11-15', 'agent', false],
  ['until a time that is over', '2026-11-16T11:59:59Z', 'agent', false],
  ['for another name', '2027-01-01', 'other-*', false],
  ['for a pattern', '2027-01-01', 'ag*', true],
])('an exemption %s', (_what, expires, name, allowed) => {
  const exemption = { rule: 'DW101', namespace: 'garden-*', name, reason: 'migration', expires } as const;
  const { ask, events } = hooks((configuration) => ({ ...configuration, exemptions: [exemption] }));

  const response = ask('/validate/daemonsets', review);

  expect(response.allowed).toBe(allowed);
  expect(events[0]?.decision.exempted).toEqual(
    allowed
      ? [
          {
            finding: expect.objectContaining({ code: 'DW101' }),
            exemption: expect.objectContaining(exemption),
          },
        ]
      : [],
  );
});

test.each([
  ['of the tenant that is named', 't1', '/validate/daemonsets', true],
  ['of another one, in the namespace of the same name', 't2', '/validate/daemonsets', false],
  ['of another one, where Arktos does not say yet whose it is', 't2', '/mutate/daemonsets', true],
])('on Arktos an exemption is for objects %s', (_whose, tenant, path, allowed) => {
  const exemption = {
    rule: 'DW205',
    namespace: 'kube-system',
    name: '*',
    tenant: 't1',
    reason: 'migration',
    expires: '2027-01-01',
  } as const;
  const { ask } = hooks((same) => ({
    ...same,
    cluster: { ...same.cluster, flavor: 'arktos' },
    rules: { ...same.rules, DW101: 'off' },
    exemptions: [exemption],
  }));
  const object = daemonSet({}, { restartPolicy: 'OnFailure' });
  const ofTenant = { ...object, metadata: { ...object.metadata, tenant } };

  expect(ask(path, reviewOf({ object: ofTenant })).allowed).toBe(allowed);
});
