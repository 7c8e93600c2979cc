import { expect, test } from 'vitest';
import { alternativeNames } from '../../../../src/server/clients/certificate-names.ts';

test.each([
  ['', []],
  ['DNS:daemonward-scheduler', ['daemonward-scheduler']],
  ['DNS:a, DNS:b, URI:spiffe://cluster/ns/x/sa/y', ['a', 'b', 'spiffe://cluster/ns/x/sa/y']],
  ['IP Address:10.0.0.1, DNS:a', ['a']],
  ['email:daemonward-scheduler, DNS:a', ['a']],
])('%j names %j', (text, names) => {
  expect(alternativeNames(text)).toEqual(names);
});

test.each([
  // What Node prints of one name with commas and quotes in it.
  ['URI:"http://x, DNS:daemonward-scheduler, DNS:y"'],
  ['DNS:"a\\", DNS:daemonward-scheduler, URI:\\"b"'],
  ['othername:"x, DNS:daemonward-scheduler"'],
  // What no version of Node prints, and could be misread.
  ['URI:"never closed, DNS:daemonward-scheduler'],
  ['DNS:a" , DNS:daemonward-scheduler'],
])('%j does not name the scheduler', (text) => {
  expect(alternativeNames(text)).not.toContain('daemonward-scheduler');
});
