import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { program } from './programs.ts';

const text = readFileSync('Dockerfile', 'utf8');

/** Every remark is an error, also those about style. */
function remarks(dockerfile: string): { code: number | null; out: string } {
  const args = ['--no-color', '--failure-threshold', 'style', '-'];
  const { status, stdout, stderr } = spawnSync(program('hadolint'), args, {
    input: dockerfile,
    encoding: 'utf8',
  });
  return { code: status, out: stdout + stderr };
}

test('hadolint has nothing to say', () => {
  expect(remarks(text)).toEqual({ code: 0, out: '' });
});

test('hadolint would say something', () => {
  const { code, out } = remarks(text.replace('WORKDIR /data', 'WORKDIR data'));

  expect(code).toBe(1);
  expect(out).toContain('DL3000');
});

test('both base images are arguments, so that whoever builds can name them by digest', () => {
  const bases = [...text.matchAll(/^FROM (?:--platform=\S+ )?(?:\$\{(\w+)\}|\S+)/gm)].map(([, base]) => base);

  expect(new Set(bases)).toEqual(new Set(['NODE_IMAGE', 'RUNTIME_IMAGE']));
});
