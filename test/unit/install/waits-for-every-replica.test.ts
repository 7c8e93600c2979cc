import { expect, test } from 'vitest';
import { missingOf } from '../../../src/install/rollout.ts';

const DONE = { observedGeneration: 2, replicas: 2, updatedReplicas: 2, availableReplicas: 2 };

test.each([
  ['done', DONE, null],
  ['nobody has looked at the new template', { ...DONE, observedGeneration: 1 }, 'not looked at yet'],
  ['nothing is there', undefined, 'not looked at yet'],
  ['one is new', { ...DONE, updatedReplicas: 1 }, '1 of 2 replicas are new'],
  ['an old one is left', { ...DONE, replicas: 3 }, 'old replicas are still there'],
  ['one is not available', { ...DONE, availableReplicas: 1 }, '1 of 2 replicas are available'],
  ['none is', { ...DONE, availableReplicas: undefined }, '0 of 2 replicas are available'],
])('%s', (_name, status, missing) => {
  expect(missingOf({ metadata: { generation: 2 }, spec: { replicas: 2 }, status })).toBe(missing);
});
