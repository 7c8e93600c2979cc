/** Misspelt keys are led to the known one, and only when there is one near. */
import { expect, test } from 'vitest';
import { nearest } from '../../../../src/config/diagnose/spelling.ts';

const KEYS = ['address', 'port', 'tls', 'reviewLimitBytes', 'keepAliveSeconds', 'DW101', 'DW102'];

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
  ['dw102', 'DW102'],
  ['DW 101', 'DW101'],
  ['DW501', undefined],
  ['pool', undefined],
  ['keepAlive', undefined],
  ['', undefined],
])('%s → %s', (word, expected) => {
  const suggestion = nearest(word, KEYS);

  expect(suggestion).toBe(expected);
});
