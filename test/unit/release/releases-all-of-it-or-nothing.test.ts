import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type ReleaseRepository, releaseRepository } from './release-repository.ts';

function versionsOf({ read }: ReleaseRepository): unknown[] {
  const { version }: { version: string } = JSON.parse(read('package.json'));
  const lock: { version: string; packages: Record<string, { version: string }> } = JSON.parse(
    read('package-lock.json'),
  );
  return [version, lock.version, lock.packages['']?.version];
}

test('a dry run prints each step and takes none', () => {
  const repository = releaseRepository();
  const before = repository.state();

  const { code, out, err } = repository.release('0.2.0', '--dry-run');

  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out.split('\n')).toEqual([
    expect.stringMatching(
      /^would write CHANGELOG\.md: what is unreleased gets the heading "## \[0\.2\.0\] - \d{4}-\d{2}-\d{2}"$/,
    ),
    'would write package.json: version 0.1.0 becomes 0.2.0',
    'would write package-lock.json: version 0.1.0 becomes 0.2.0',
    'would run npm pack --pack-destination dist-package',
    'would run npm run sbom -- --output dist-package',
    "would run git commit --message 'Release 0.2.0' -- CHANGELOG.md package.json package-lock.json",
    "would run git tag --annotate v0.2.0 --message 'Release 0.2.0'",
    '',
  ]);
  expect(repository.state()).toBe(before);
});

test('a release is one commit, one annotated tag and one package', () => {
  const repository = releaseRepository();

  const { code } = repository.release('0.2.0');

  expect(code).toBe(0);
  expect(repository.read('CHANGELOG.md')).toMatch(
    /^## \[Unreleased\]\n\n## \[0\.2\.0\] - \d{4}-\d{2}-\d{2}\n\n### Added$/m,
  );
  expect(versionsOf(repository)).toEqual(['0.2.0', '0.2.0', '0.2.0']);
  expect(repository.git('log', '--format=%s')).toBe('Release 0.2.0\nBegin\n');
  expect(repository.git('cat-file', '-t', 'v0.2.0')).toBe('tag\n');
  expect(repository.git('rev-parse', 'v0.2.0^{commit}')).toBe(repository.git('rev-parse', 'HEAD'));
  expect(repository.git('status', '--porcelain')).toBe('');
  expect(existsSync(join(repository.folder, 'dist-package/small-0.2.0.tgz'))).toBe(true);
});

test('a package that cannot be made leaves everything as it was', () => {
  const repository = releaseRepository({ scripts: { prepare: 'exit 3' } });
  const before = repository.state();

  const { code, err } = repository.release('0.2.0');

  expect(code).toBe(1);
  expect(err).toContain('everything is as it was');
  expect(versionsOf(repository)).toEqual(['0.1.0', '0.1.0', '0.1.0']);
  expect(repository.state()).toBe(before);
});

test('a tag that cannot be made takes the commit and the package back', () => {
  const repository = releaseRepository();
  // A name cannot be a file and a folder at once.
  repository.git('tag', 'v0.2.0/other');
  const before = repository.state();

  const { code } = repository.release('0.2.0');

  expect(code).toBe(1);
  expect(existsSync(join(repository.folder, 'dist-package/small-0.2.0.tgz'))).toBe(false);
  expect(repository.state()).toBe(before);
});
