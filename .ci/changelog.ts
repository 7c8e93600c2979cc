/** CHANGELOG.md in the form of Keep a Changelog: what is not released yet, and how it becomes a release. */

const UNRELEASED = '## [Unreleased]';
/** From the heading to the next one of its kind, or to the end. */
const UNRELEASED_SECTION = /^## \[Unreleased\]\n(.*?)(?=^## |$(?![\s\S]))/ms;
/** A heading such as `### Added` tells nothing by itself. */
const TELLS_SOMETHING = /^(?!#)\s*\S/m;

/** What stands under Unreleased; null when there is no such heading, or nothing under it. */
export function unreleased(changelog: string): string | null {
  const text = UNRELEASED_SECTION.exec(changelog)?.[1]?.trim() ?? '';
  return TELLS_SOMETHING.test(text) ? text : null;
}

export function releaseHeading(version: string, day: string): string {
  return `## [${version}] - ${day}`;
}

/** What was unreleased stands under the heading of the release; Unreleased is empty again. */
export function withRelease(changelog: string, heading: string): string {
  return changelog.replace(/^## \[Unreleased\]$/m, `${UNRELEASED}\n\n${heading}`);
}
