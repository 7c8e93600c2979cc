/** Under which licences the shipped packages may be, and the text that has to go with them. */
import type { PackagePlace } from './lock-file.ts';

/**
 * Licences that ask for no more than their text and a notice, which THIRD_PARTY_LICENSES.txt gives. A choice such as
 * `(MIT OR GPL-2.0)` is not among them: whoever adds the package writes it here as it stands, and looks at it once.
 */
export const ALLOWED_LICENCES: readonly string[] = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'PSF-2.0',
  'Python-2.0',
  'Unlicense',
];

/** LICENSE, LICENCE.md, license-mit.txt, COPYING, NOTICE: what has to go with a copy. */
const LICENCE_FILE = /^(?:licen[cs]e|copying|notice)(?:[.-].*)?$/i;

export interface LicenceFile {
  readonly name: string;
  readonly text: string;
}

export interface LicensedPackage extends PackagePlace {
  readonly files: readonly LicenceFile[];
}

export function isLicenceFile(name: string): boolean {
  return LICENCE_FILE.test(name);
}

/** A line for every package that may not be shipped. */
export function licenceProblems(packages: readonly PackagePlace[]): string[] {
  return packages.flatMap(({ name, version, license }) => {
    if (license === undefined) return [`${name}@${version} names no licence`];
    return ALLOWED_LICENCES.includes(license) ? [] : [`${name}@${version} is under ${license}`];
  });
}

const RULE = '-'.repeat(80);

/** THIRD_PARTY_LICENSES.txt: every package with its licence and the texts that it brings. */
export function thirdPartyText(packages: readonly LicensedPackage[]): string {
  const parts = packages.map(({ name, version, license, files }) => {
    const texts = files.map(({ text }) => text.trim());
    const text =
      texts.length > 0 ? texts.join('\n\n') : `The package brings no text; its licence is ${license}.`;
    return `${RULE}\n${name} ${version}: ${license}\n${RULE}\n\n${text}\n`;
  });
  return `Packages that Daemonward is shipped with, and their licences.\n\n${parts.join('\n')}`;
}
