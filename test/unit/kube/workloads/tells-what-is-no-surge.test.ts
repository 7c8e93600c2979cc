import { expect, test } from 'vitest';
import { isNoSurge } from '../../../../src/kube/workloads/surge.ts';

test.each([0, '0', '0%', null, undefined])('%j starts no pod beside the old one', (maxSurge) => {
  expect(isNoSurge(maxSurge)).toBe(true);
});

test.each([1, '1', '1%', '100%', '00'])('%j may start one', (maxSurge) => {
  expect(isNoSurge(maxSurge)).toBe(false);
});
