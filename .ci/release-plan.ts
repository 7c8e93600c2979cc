/** What a release is: the checks before it, and its steps as values. Pure; release.ts takes them. */
import { gt, valid } from 'semver';
import { releaseHeading, unreleased, withRelease } from './changelog.ts';
import { PACKAGE_FOLDER } from './package-folder.ts';

/** The only branch that is released from. */
const BRANCH = 'main';
/** Of npm's own files, so that nothing else in them changes. */
const INDENT = 2;

/** The project as it is before the release. */
export interface Project {
  readonly files: Readonly<Record<ReleasedFile, string>>;
  readonly branch: string;
  /** As `git status --porcelain` prints them. */
  readonly changes: readonly string[];
  readonly tags: readonly string[];
}

export const RELEASED_FILES = ['CHANGELOG.md', 'package.json', 'package-lock.json'] as const;
export type ReleasedFile = (typeof RELEASED_FILES)[number];

export type Step =
  | { readonly write: ReleasedFile; readonly content: string; readonly change: string }
  | { readonly run: readonly [program: string, ...args: string[]] };

export type Plan =
  | {
      readonly ok: true;
      readonly steps: readonly Step[];
      /** The path of the package that one of the steps makes. */
      readonly packed: string;
    }
  | { readonly ok: false; readonly problems: readonly string[] };

interface Manifest {
  readonly name: string;
  readonly version: string;
  /** Of a lock file; the package itself stands under the empty name. */
  readonly packages?: Readonly<Record<string, object>>;
}

/**
 * The package is made before the commit, so that whatever fails leaves a history without the release.
 *
 * @example planRelease(project, '0.2.0', '2030-01-31')
 */
export function planRelease(project: Project, version: string, day: string): Plan {
  const { name, version: current }: Manifest = JSON.parse(project.files['package.json']);
  const problems = [...versionProblems(version, current), ...projectProblems(project, version)];
  if (problems.length > 0) return { ok: false, problems };
  const heading = releaseHeading(version, day);
  const change = `version ${current} becomes ${version}`;
  const steps: readonly Step[] = [
    {
      write: 'CHANGELOG.md',
      content: withRelease(project.files['CHANGELOG.md'], heading),
      change: `what is unreleased gets the heading "${heading}"`,
    },
    { write: 'package.json', content: withVersion(project.files['package.json'], version), change },
    { write: 'package-lock.json', content: withVersion(project.files['package-lock.json'], version), change },
    { run: ['npm', 'pack', '--pack-destination', PACKAGE_FOLDER] },
    { run: ['npm', 'run', 'sbom', '--', '--output', PACKAGE_FOLDER] },
    { run: ['git', 'commit', '--message', `Release ${version}`, '--', ...RELEASED_FILES] },
    { run: ['git', 'tag', '--annotate', tagOf(version), '--message', `Release ${version}`] },
  ];
  return { ok: true, steps, packed: `${PACKAGE_FOLDER}/${name}-${version}.tgz` };
}

export function stepText(step: Step): string {
  return 'run' in step ? step.run.map(quoted).join(' ') : `write ${step.write}: ${step.change}`;
}

/** A package.json or package-lock.json with another version of the package itself. */
export function withVersion(text: string, version: string): string {
  const manifest: Manifest = JSON.parse(text);
  const { packages } = manifest;
  const own = packages && { packages: { ...packages, '': { ...packages[''], version } } };
  return `${JSON.stringify({ ...manifest, version, ...own }, null, INDENT)}\n`;
}

function versionProblems(version: string, current: string): string[] {
  if (valid(version) !== version)
    return [`${JSON.stringify(version)} is not a version such as 1.2.3 or 1.2.3-rc.1`];
  return gt(version, current) ? [] : [`${version} is not newer than ${current}, the version of package.json`];
}

function projectProblems({ files, branch, changes, tags }: Project, version: string): string[] {
  const found: readonly (readonly [boolean, string])[] = [
    [changes.length > 0, `the work tree is not clean:\n${changes.map((change) => `  ${change}`).join('\n')}`],
    [branch !== BRANCH, `releases are made on ${BRANCH}, and this is ${branch || 'no branch'}`],
    [tags.includes(tagOf(version)), `there is a tag ${tagOf(version)} already`],
    [unreleased(files['CHANGELOG.md']) === null, 'CHANGELOG.md has nothing under "## [Unreleased]"'],
  ];
  return found.flatMap(([wrong, text]) => (wrong ? [text] : []));
}

function tagOf(version: string): string {
  return `v${version}`;
}

/** As a shell reads it. */
function quoted(argument: string): string {
  return /^[\w./:@=-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", "'\\''")}'`;
}
