import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { releaseHeading, unreleased, withRelease } from '../../../.ci/changelog.ts';
import { withVersion } from '../../../.ci/release-plan.ts';
import { CHANGELOG } from './release-repository.ts';

function ours(name: string): string {
  return readFileSync(new URL(`../../../${name}`, import.meta.url), 'utf8');
}

test('what was unreleased stands under the release, and Unreleased is empty again', () => {
  const written = withRelease(CHANGELOG, releaseHeading('0.2.0', '2030-01-31'));

  expect(written).toBe(
    CHANGELOG.replace('## [Unreleased]\n', '## [Unreleased]\n\n## [0.2.0] - 2030-01-31\n'),
  );
  expect(unreleased(written)).toBeNull();
});

test.each([
  ['what stands there', CHANGELOG, '### Added\n\n- A new thing.'],
  ['it as the last section', '## [Unreleased]\n\n- One.\n- Two.\n', '- One.\n- Two.'],
  ['nothing', '## [Unreleased]\n\n## [0.1.0] - 2020-01-01\n\n- Old.\n', null],
  ['nothing but a heading', '## [Unreleased]\n\n### Added\n\n## [0.1.0] - 2020-01-01\n\n- Old.\n', null],
  ['nothing at the end', '# Changelog\n\n## [Unreleased]\n', null],
  ['no such section', '# Changelog\n\n## [0.1.0] - 2020-01-01\n\n- Old.\n', null],
])('under Unreleased there is %s', (_what, text, expected) => {
  expect(unreleased(text)).toBe(expected);
});

test('the changelog of this project has the section', () => {
  expect(ours('CHANGELOG.md')).toMatch(/^## \[Unreleased\]$/m);
});

test.each(['package.json', 'package-lock.json'])('nothing but the version changes in %s', (name) => {
  const before = ours(name);
  const { version }: { version: string } = JSON.parse(before);

  const after = withVersion(before, '999.0.0');

  expect(after.match(/"999\.0\.0"/g)).toHaveLength(name === 'package.json' ? 1 : 2);
  expect(withVersion(after, version)).toBe(before);
});
