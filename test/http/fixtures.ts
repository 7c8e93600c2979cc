/** The requests that were recorded from a real API server and scheduler, by `npm run e2e:record`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const FIXTURES_DIRECTORY = join(import.meta.dirname, 'fixtures');

export const INDEX_FILE = 'index.json';

export interface IndexEntry {
  readonly file: string;
  /** Where the caller sent it. */
  readonly path: string;
  readonly what: string;
}

export interface Index {
  readonly command: string;
  readonly kubernetes: string;
  readonly fixtures: readonly IndexEntry[];
}

function read(file: string): string {
  return readFileSync(join(FIXTURES_DIRECTORY, file), 'utf8');
}

export function fixtureIndex(): Index {
  return JSON.parse(read(INDEX_FILE));
}

export interface Fixture extends IndexEntry {
  /** As it came, to the byte. */
  readonly text: string;
}

export function fixturesAt(matches: (path: string) => boolean): Fixture[] {
  return fixtureIndex()
    .fixtures.filter(({ path }) => matches(path))
    .map((entry) => ({ ...entry, text: read(entry.file) }));
}
