import { X509Certificate } from 'node:crypto';
import { readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { DEFAULT_NAMES } from '../../../../src/config/identity.ts';
import { certificateFolder } from '../../../../src/server/tls/folder/certificate-folder.ts';
import { temporaryFolder } from '../../cli/terminal.ts';

const NOW = new Date('2030-01-01T00:00:00Z');
const DAY_MS = 24 * 60 * 60 * 1000;

const CALLERS = [
  ['scheduler', 'daemonward-scheduler'],
  ['apiserver', 'daemonward-apiserver'],
  ['debug', 'daemonward-debug'],
] as const;

let directory = '';
beforeEach(() => {
  directory = join(temporaryFolder(), 'made');
});

async function made(days: number, clients = true): Promise<readonly string[]> {
  const now = new Date(NOW.getTime() + days * DAY_MS);
  const { change } = await certificateFolder({ directory, names: DEFAULT_NAMES, now, clients });
  return change.made;
}

function certificate(name: string): X509Certificate {
  return new X509Certificate(readFileSync(join(directory, `${name}.crt`)));
}

test.each(CALLERS)('%s: is called %s, and may call but not serve', async (file, name) => {
  await made(0);

  const found = certificate(file);

  expect(found.subject).toBe(`CN=${name}`);
  expect(found.subjectAltName).toBe(`DNS:${name}`);
  expect(found.keyUsage).toEqual(['1.3.6.1.5.5.7.3.2']);
  expect(found.ca).toBe(false);
  expect(statSync(join(directory, `${file}.key`)).mode & 0o777).toBe(0o600);
});

test('callers have an authority of their own, which signs no server', async () => {
  await made(0);

  const [ca, clientsCa] = [certificate('ca'), certificate('clients-ca')];

  for (const [file] of CALLERS) {
    expect(certificate(file).verify(clientsCa.publicKey)).toBe(true);
    expect(certificate(file).verify(ca.publicKey)).toBe(false);
  }
  expect(certificate('tls').verify(clientsCa.publicKey)).toBe(false);
  expect(certificate('tls').keyUsage).toEqual(['1.3.6.1.5.5.7.3.1']);
});

test('a folder from before gets what it lacks, and keeps what others trust', async () => {
  await made(0, false);
  const before = certificate('ca').fingerprint256;

  const change = await made(1);

  expect(change).toEqual(['clients CA', 'scheduler', 'apiserver', 'debug']);
  expect(certificate('ca').fingerprint256).toBe(before);
});

test('nothing is made for callers where nobody asks them', async () => {
  expect(await made(0, false)).toEqual(['CA', 'leaf']);
});

test('they are renewed when two thirds of their life are over, by the same authority', async () => {
  await made(0);
  const before = certificate('clients-ca').fingerprint256;

  const [early, inTime] = [await made(242), await made(244)];

  expect([early, inTime]).toEqual([[], ['leaf', 'scheduler', 'apiserver', 'debug']]);
  expect(certificate('clients-ca').fingerprint256).toBe(before);
});

test('one that is lost is made again, alone', async () => {
  await made(0);
  rmSync(join(directory, 'debug.key'));

  expect(await made(1)).toEqual(['debug']);
});

test('their authority without its key is not replaced behind the back of those who have one', async () => {
  await made(0);
  rmSync(join(directory, 'clients-ca.key'));

  await expect(made(1)).rejects.toThrow('clients-ca.key: missing. Put it back');
});

test('nothing is written to a complete folder, which may be read-only', async () => {
  await made(0);
  const before = statSync(directory).mtimeMs;

  expect(await made(1)).toEqual([]);
  expect(statSync(directory).mtimeMs).toBe(before);
});
