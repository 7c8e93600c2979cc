/** A fixture is one request as it came; which request becomes which fixture is said before it is provoked. */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Recorded, RecordingServer } from './harness/recording-server.ts';
import { waitUntil } from './harness/wait-for.ts';

export interface Wanted {
  /** The file's name, without its ending. */
  name: string;
  /** For a reader of the index: who did what. */
  what: string;
  path: string;
  /** The first request on this path that matches is the one. */
  matches(body: string): boolean;
}

export interface Fixture {
  file: string;
  path: string;
  what: string;
  body: Buffer;
}

/** Provokes requests and picks those that are wanted; it is an error when one does not come. */
export async function record(
  server: RecordingServer,
  wanted: readonly Wanted[],
  provoke: () => Promise<unknown>,
): Promise<Fixture[]> {
  const from = server.recorded.length;
  await provoke();
  const fixtures: Fixture[] = [];
  for (const { name, what, path, matches } of wanted) {
    const { body } = await waitUntil<Recorded>(`a request for ${name}`, () => {
      const since = server.recorded.slice(from).filter((one) => one.path === path);
      const value = since.find((one) => matches(one.body.toString('utf8')));
      return value === undefined ? { done: false, seen: `${since.length} others` } : { done: true, value };
    });
    fixtures.push({ file: `${name}.json`, path, what, body });
  }
  return fixtures;
}

export interface Origin {
  command: string;
  /** The server's own word, not the version that was asked for. */
  kubernetes: string;
}

/** Writes the bodies byte for byte, and an index of them; what an earlier recording left goes away. */
export function writeFixtures(directory: string, origin: Origin, fixtures: readonly Fixture[]): void {
  mkdirSync(directory, { recursive: true });
  for (const name of readdirSync(directory)) if (name.endsWith('.json')) rmSync(join(directory, name));
  for (const { file, body } of fixtures) writeFileSync(join(directory, file), body);
  const entries = fixtures.map(({ file, path, what }) => ({ file, path, what }));
  const index = { ...origin, fixtures: entries.toSorted((a, b) => (a.file < b.file ? -1 : 1)) };
  writeFileSync(join(directory, 'index.json'), `${JSON.stringify(index, undefined, 2)}\n`);
}
