/** A file that cannot be read at all is answered with one line that says why. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { problemText } from '../../../src/config/diagnose/problem.ts';
import { loadConfiguration } from '../../../src/config/load.ts';

let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'daemonward-config-'));
  mkdirSync(join(folder, 'folder'));
  symlinkSync('circle', join(folder, 'circle'));
  writeFileSync(join(folder, 'utf16'), Buffer.from('\ufeffkind: Configuration', 'utf16le'));
  writeFileSync(join(folder, 'large'), '#'.repeat(65_537));
  writeFileSync(join(folder, 'empty'), '');
  writeFileSync(join(folder, 'marked'), '\ufeffapiVersion: daemonward.dev/v1alpha1\nkind: X\n');
});

afterAll(() => {
  rmSync(folder, { recursive: true });
});

test.each([
  ['missing', ': does not exist'],
  ['empty/file', ': does not exist: a part of its path is not a folder'],
  ['folder', ': is a folder, not a file'],
  ['circle', ': cannot be read: its symbolic links go in a circle'],
  ['utf16', ': is not UTF-8 text'],
  ['large', ': is larger than 65536 bytes'],
  ['empty', ': is empty'],
  ['marked', ':2:7: kind: must be Configuration, found "X"'],
])('%s', (name, expected) => {
  const path = join(folder, name);

  const result = loadConfiguration(path);

  expect(result.ok ? [] : result.problems.map(problemText)).toEqual([`${path}${expected}`]);
});
