import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isLicenceFile, licenceProblems, thirdPartyText } from '../../../.ci/licences.ts';
import { shippedPackages } from '../../../.ci/lock-file.ts';

function place(name: string, license?: string) {
  return {
    path: `node_modules/${name}`,
    name,
    version: '1.0.0',
    ...(license === undefined ? {} : { license }),
  };
}

test('no shipped package is under a copyleft licence or under none', () => {
  const shipped = shippedPackages(
    JSON.parse(readFileSync(new URL('../../../package-lock.json', import.meta.url), 'utf8')),
  );

  expect(shipped.length).toBeGreaterThan(0);
  expect(licenceProblems(shipped)).toEqual([]);
});

test.each([
  ['GPL-3.0-only', 'x@1.0.0 is under GPL-3.0-only'],
  ['LGPL-2.1', 'x@1.0.0 is under LGPL-2.1'],
  ['MPL-2.0', 'x@1.0.0 is under MPL-2.0'],
  ['(MIT OR GPL-2.0)', 'x@1.0.0 is under (MIT OR GPL-2.0)'],
  ['SEE LICENSE IN terms.txt', 'x@1.0.0 is under SEE LICENSE IN terms.txt'],
  [undefined, 'x@1.0.0 names no licence'],
])('%s is refused', (license, problem) => {
  expect(licenceProblems([place('x', license), place('y', 'MIT')])).toEqual([problem]);
});

test.each(['LICENSE', 'license.md', 'LICENCE.txt', 'LICENSE-MIT', 'COPYING', 'NOTICE'])(
  '%s is kept',
  (name) => {
    expect(isLicenceFile(name)).toBe(true);
  },
);

test.each(['licenses.js', 'index.js', 'README.md', 'noticeable.js'])('%s is no licence', (name) => {
  expect(isLicenceFile(name)).toBe(false);
});

test('every package stands there with its texts, or with its licence where it brings none', () => {
  const files = [
    { name: 'LICENSE', text: 'Do as you like.\n' },
    { name: 'NOTICE', text: 'Made by us.\n' },
  ];

  const text = thirdPartyText([
    { ...place('a', 'MIT'), files },
    { ...place('b', 'ISC'), files: [] },
  ]);

  expect(text).toMatch(/^a 1\.0\.0: MIT\n-+\n\nDo as you like\.\n\nMade by us\.\n$/m);
  expect(text).toMatch(/^b 1\.0\.0: ISC\n-+\n\nThe package brings no text; its licence is ISC\.\n$/m);
});
