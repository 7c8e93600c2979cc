/** The folder of certificates that we make ourselves. With real files; who owns them can be changed by root alone. */
import {
  chmodSync,
  chownSync,
  existsSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { parseConfiguration } from '../../../../src/config/load.ts';
import { caBundleFor } from '../../../../src/server/tls/ca-bundle.ts';
import { fileSource } from '../../../../src/server/tls/certificate-source.ts';
import { certificateFolder } from '../../../../src/server/tls/folder/certificate-folder.ts';

const NOW = new Date('2026-11-16T12:00:00Z');
const SOMEBODY_ELSE = 54_321;
const ROOT = 0;
const isRoot = userInfo().uid === ROOT;

let parent = '';
let directory = '';
beforeEach(async () => {
  parent = mkdtempSync(join(tmpdir(), 'daemonward-trust-'));
  directory = join(parent, 'certs');
  await open();
});
afterEach(() => {
  rmSync(parent, { recursive: true });
});

function open() {
  return certificateFolder({ directory, names: ['localhost'], now: NOW, clients: true });
}

function file(name: string): string {
  return join(directory, name);
}

test('what it has made itself is taken again', async () => {
  const { change } = await open();

  expect(change.made).toEqual([]);
});

test.each([
  ['tls.key', '0644'],
  ['tls.key', '0640'],
  ['ca.key', '0604'],
  ['ca.key', '0640'],
  ['clients-ca.key', '0644'],
  ['scheduler.key', '0644'],
])('a key that others can read is refused with what to do: %s, mode %s', async (name, text) => {
  const mode = Number.parseInt(text, 8);
  chmodSync(file(name), mode);

  await expect(open()).rejects.toThrow(
    `${file(name)}: can be read by others (mode ${text}), so that they may know the key. If nobody could reach it: chmod 600 ${file(name)}`,
  );

  // It is for a person to decide whether the key is still a secret.
  expect(statSync(file(name)).mode & 0o777).toBe(mode);
});

test('what to do helps', async () => {
  chmodSync(file('tls.key'), 0o644);
  await expect(open()).rejects.toThrow('remove it and the certificate of the same name');

  rmSync(file('tls.key'));
  rmSync(file('tls.crt'));
  const { change } = await open();

  expect(change.made).toEqual(['leaf']);
});

test.each([
  ...['ca.crt', 'tls.crt', 'ca.key', 'tls.key'],
  ...['clients-ca.crt', 'clients-ca.key', 'debug.crt', 'debug.key'],
])('%s that others can write is refused', async (name) => {
  chmodSync(file(name), statSync(file(name)).mode | 0o022);

  await expect(open()).rejects.toThrow(`${file(name)}: can be written by others`);
});

test.runIf(isRoot).each(['ca.crt', 'ca.key', 'tls.crt', 'tls.key', 'clients-ca.crt', 'clients-ca.key', '.'])(
  '%s of another user is refused',
  async (name) => {
    chownSync(file(name), SOMEBODY_ELSE, SOMEBODY_ELSE);

    await expect(open()).rejects.toThrow(
      `belongs to the user ${SOMEBODY_ELSE}, not to the one who runs this (0) or root`,
    );
  },
);

test.runIf(isRoot)('a link that another user has planted is refused, whatever it leads to', async () => {
  renameSync(file('ca.crt'), join(parent, 'elsewhere.crt'));
  symlinkSync(join(parent, 'elsewhere.crt'), file('ca.crt'));
  lchownSync(file('ca.crt'), SOMEBODY_ELSE, SOMEBODY_ELSE);

  await expect(open()).rejects.toThrow(`${file('ca.crt')}: belongs to the user ${SOMEBODY_ELSE}`);
});

test.runIf(isRoot)('nothing is made in a folder of another user', async () => {
  const theirs = join(parent, 'theirs');
  mkdirSync(theirs);
  chownSync(theirs, SOMEBODY_ELSE, SOMEBODY_ELSE);

  await expect(certificateFolder({ directory: theirs, names: [], now: NOW, clients: true })).rejects.toThrow(
    `${theirs}: belongs to the user`,
  );
  expect(existsSync(join(theirs, 'ca.key'))).toBe(false);
});

test('a CA that others can write is not rendered either', () => {
  chmodSync(file('ca.crt'), 0o666);
  const text = JSON.stringify({
    apiVersion: 'daemonward.dev/v1alpha1',
    kind: 'Configuration',
    server: { tls: { directory } },
  });
  const loaded = parseConfiguration(text, 'daemonward.json');
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));

  expect(() => caBundleFor(undefined, loaded.configuration, NOW)).toThrow('can be written by others');
});

test('a mounted Secret that the configuration names is served: links, and readable by a group', () => {
  const secret = join(parent, 'secret');
  mkdirSync(join(secret, '..2026_11_16'), { recursive: true });
  symlinkSync('..2026_11_16', join(secret, '..data'));
  for (const name of ['tls.crt', 'tls.key']) {
    renameSync(file(name), join(secret, '..2026_11_16', name));
    chmodSync(join(secret, '..2026_11_16', name), 0o644);
    symlinkSync(join('..data', name), join(secret, name));
  }

  const source = fileSource({ certFile: join(secret, 'tls.crt'), keyFile: join(secret, 'tls.key') });

  expect(source.problem(NOW)).toBeNull();
});
