import { expect, test } from 'vitest';
import { exemptionPhase } from '../../../src/policy/exemptions.ts';

const DAY_MS = 24 * 3_600_000;
const END = Date.parse('2027-03-01T00:00:00Z');

test.each([
  ['a month before', 30 * DAY_MS, 'active'],
  ['more than a week before', 7 * DAY_MS + 1, 'active'],
  ['a week before', 7 * DAY_MS, 'expiring'],
  ['the day before', DAY_MS, 'expiring'],
  ['in its last moment', 1, 'expiring'],
  ['when it ends', 0, 'expired'],
  ['later', -DAY_MS, 'expired'],
])('%s', (_, before, phase) => {
  expect(exemptionPhase({ until: END }, END - before)).toBe(phase);
});
