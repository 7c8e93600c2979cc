/** A small project of its own in a git repository, and the release script run in it. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

const SCRIPT = fileURLToPath(new URL('../../../.ci/release.ts', import.meta.url));

export const CHANGELOG = `# Changelog

## [Unreleased]

### Added

- A new thing.

## [0.1.0] - 2020-01-01

- The first things.
`;

/** Nobody's own settings, and a name for the commits. */
const GIT_ENVIRONMENT = {
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_SYSTEM: '/dev/null',
  GIT_AUTHOR_NAME: 'Test',
  GIT_AUTHOR_EMAIL: 'test@example.invalid',
  GIT_COMMITTER_NAME: 'Test',
  GIT_COMMITTER_EMAIL: 'test@example.invalid',
};

export interface ReleaseRepository {
  readonly folder: string;
  read(file: string): string;
  write(file: string, text: string): void;
  git(...args: string[]): string;
  release(...args: string[]): { readonly code: number | null; readonly out: string; readonly err: string };
  /** Everything that a release could change. */
  state(): string;
}

/** Goes away with the test. */
export function releaseRepository({ scripts = {} }: { scripts?: object } = {}): ReleaseRepository {
  const folder = mkdtempSync(join(tmpdir(), 'daemonward-release-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  // Within a hook of git its variables name the repository of the hook.
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'));
  const env = { ...Object.fromEntries(inherited), ...GIT_ENVIRONMENT };
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, env, encoding: 'utf8' });
  const read = (file: string) => readFileSync(join(folder, file), 'utf8');
  const write = (file: string, text: string) => writeFileSync(join(folder, file), text);
  const named = { name: 'small', version: '0.1.0' };
  const text = (content: object) => `${JSON.stringify(content, null, 2)}\n`;
  // The bill of materials has tests of its own.
  const allScripts = { sbom: 'true', ...scripts };
  write('package.json', text({ ...named, private: true, scripts: allScripts, files: ['CHANGELOG.md'] }));
  write('package-lock.json', text({ ...named, lockfileVersion: 3, requires: true, packages: { '': named } }));
  write('CHANGELOG.md', CHANGELOG);
  write('.gitignore', 'dist-package/\n');
  git('init', '--quiet', '--initial-branch', 'main');
  git('add', '.');
  git('commit', '--quiet', '--message', 'Begin');
  return {
    folder,
    read,
    write,
    git,
    release(...args) {
      const { status, stdout, stderr } = spawnSync(process.execPath, [SCRIPT, ...args], {
        cwd: folder,
        env,
        encoding: 'utf8',
      });
      return { code: status, out: stdout, err: stderr };
    },
    state: () =>
      [
        git('log', '--format=%H %D'),
        git('tag'),
        git('status', '--porcelain', '--ignored'),
        git('diff'),
      ].join(),
  };
}
