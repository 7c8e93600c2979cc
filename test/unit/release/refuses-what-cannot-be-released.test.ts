import { expect, test } from 'vitest';
import { type Project, planRelease } from '../../../.ci/release-plan.ts';
import { CHANGELOG, releaseRepository } from './release-repository.ts';

const DAY = '2030-01-31';
const manifest = '{"name": "small", "version": "0.9.0"}';
const files = { 'CHANGELOG.md': CHANGELOG, 'package.json': manifest, 'package-lock.json': manifest };
const project: Project = { files, branch: 'main', changes: [], tags: ['v0.8.0'] };

function problemsOf(version: string, change: Partial<Project> = {}): readonly string[] {
  const plan = planRelease({ ...project, ...change }, version, DAY);
  return plan.ok ? [] : plan.problems;
}

test.each(['0.9.1', '0.10.0', '1.0.0-rc.1', '1.0.0'])('%s can come next', (version) => {
  expect(problemsOf(version)).toEqual([]);
});

test.each(['', 'next', '1.0', 'v1.0.0', ' 1.0.0', '01.0.0', '1.0.0+build', '1.0.0 && reboot'])(
  '%j is no version',
  (version) => {
    expect(problemsOf(version)).toEqual([
      `${JSON.stringify(version)} is not a version such as 1.2.3 or 1.2.3-rc.1`,
    ]);
  },
);

test.each(['0.9.0', '0.8.7', '0.9.0-rc.1'])('%s is not newer', (version) => {
  expect(problemsOf(version)).toEqual([`${version} is not newer than 0.9.0, the version of package.json`]);
});

test('everything that is wrong is said at once', () => {
  const empty = { ...files, 'CHANGELOG.md': '## [Unreleased]\n' };

  const problems = problemsOf('1.0.0', {
    branch: 'mine',
    changes: [' M a.ts', '?? b.ts'],
    tags: ['v1.0.0'],
    files: empty,
  });

  expect(problems).toEqual([
    'the work tree is not clean:\n   M a.ts\n  ?? b.ts',
    'releases are made on main, and this is mine',
    'there is a tag v1.0.0 already',
    'CHANGELOG.md has nothing under "## [Unreleased]"',
  ]);
});

test.each([
  ['no version', [], 'release: usage: npm run release -- VERSION [--dry-run]\n'],
  ['two versions', ['0.2.0', '0.3.0'], 'release: usage: npm run release -- VERSION [--dry-run]\n'],
  ['an unknown flag', ['0.2.0', '--force'], 'release: usage: npm run release -- VERSION [--dry-run]\n'],
  ['an old version', ['0.1.0'], 'release: 0.1.0 is not newer than 0.1.0, the version of package.json\n'],
])('%s: one clear line, exit code 2, and nothing is changed', (_what, args, line) => {
  const repository = releaseRepository();
  const before = repository.state();

  const { code, out, err } = repository.release(...args);

  expect({ code, out, err }).toEqual({ code: 2, out: '', err: line });
  expect(repository.state()).toBe(before);
});

test('a file that nobody committed, and another branch', () => {
  const repository = releaseRepository();
  repository.git('switch', '--quiet', '--create', 'mine');
  repository.write('new.txt', '');

  const { code, err } = repository.release('0.2.0');

  expect(code).toBe(2);
  expect(err).toBe(
    'release: the work tree is not clean:\n  ?? new.txt\nrelease: releases are made on main, and this is mine\n',
  );
});
