import { expect, test } from 'vitest';
import { defaultConfiguration } from '../../../src/config/schema/schema.ts';
import { tenancyOf } from '../../../src/tenancy/settings.ts';

const KRUISE = 'system:serviceaccount:kruise-system:kruise-manager';
const VOLCANO = 'system:serviceaccount:volcano-system:volcano-scheduler';

/** The webhook, the native policies and `check` all take them from here. */
function listing(lists: { readonly schedulers: string[]; readonly sharedControllers: string[] }) {
  const configuration = defaultConfiguration();
  const { schedulers, sharedControllers } = tenancyOf({
    ...configuration,
    tenancy: { ...configuration.tenancy, ...lists },
  });
  return { schedulers, sharedControllers };
}

test('a list of others adds them to those of Kubernetes', () => {
  expect(listing({ schedulers: [VOLCANO], sharedControllers: [KRUISE] })).toEqual({
    schedulers: ['system:kube-scheduler', VOLCANO],
    sharedControllers: ['system:kube-controller-manager', KRUISE],
  });
});

test.each([
  ['an empty list', { schedulers: [], sharedControllers: [] }],
  [
    'a list that names them',
    { schedulers: ['system:kube-scheduler'], sharedControllers: ['system:kube-controller-manager'] },
  ],
])('%s means those of Kubernetes', (_what, lists) => {
  expect(listing(lists)).toEqual({
    schedulers: ['system:kube-scheduler'],
    sharedControllers: ['system:kube-controller-manager'],
  });
});
