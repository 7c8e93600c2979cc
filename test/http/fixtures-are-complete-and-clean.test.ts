import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { FIXTURES_DIRECTORY, fixtureIndex, fixturesAt, INDEX_FILE } from './fixtures.ts';
import { ADMISSION_PATHS, SCHEDULER_PATHS } from './reviews.ts';

test('the index names every file, the command and the version that they came from', () => {
  const { command, kubernetes, fixtures } = fixtureIndex();

  const files = readdirSync(FIXTURES_DIRECTORY).filter((name) => name.endsWith('.json'));

  expect(fixtures.map(({ file }) => file).toSorted()).toEqual(
    files.filter((name) => name !== INDEX_FILE).toSorted(),
  );
  expect(command).toBe('npm run e2e:record');
  expect(kubernetes).toMatch(/^v1\.\d+\.\d+$/);
});

test('every path of the service has fixtures', () => {
  const paths = new Set(fixtureIndex().fixtures.map(({ path }) => path));

  expect(paths).toEqual(new Set([...ADMISSION_PATHS, ...SCHEDULER_PATHS]));
});

/** What must not be published: a bearer token, any PEM, somebody's folders. */
const SECRETS = [/eyJ[\w-]+\.[\w-]+\./, /-----BEGIN/, /"(\/home|\/root|\/Users|\/tmp)\b/];

test('no fixture has a secret in it', () => {
  const found = fixturesAt(() => true).filter(({ text }) => SECRETS.some((secret) => secret.test(text)));

  expect(found.map(({ file }) => file)).toEqual([]);
});
