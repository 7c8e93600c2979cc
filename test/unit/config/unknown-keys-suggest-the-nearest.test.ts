/** Misspelt keys are led to the known one, and only when there is one near. */
import { expect, test } from 'vitest';
import { nearest } from '../../../src/config/spelling.ts';

const KEYS = ['address', 'port', 'tls', 'reviewLimitBytes', 'keepAliveSeconds'];

test.each([
  ['prot', 'port'],
  ['Port', 'port'],
  ['ports', 'port'],
  ['adress', 'address'],
  ['addresses', 'address'],
  ['reviewlimitbytes', 'reviewLimitBytes'],
  ['keepAliveSecond', 'keepAliveSeconds'],
  ['TLS', 'tls'],
  ['tsl', 'tls'],
  ['pool', undefined],
  ['keepAlive', undefined],
  ['', undefined],
])('%s → %s', (word, expected) => {
  const suggestion = nearest(word, KEYS);

  expect(suggestion).toBe(expected);
});
