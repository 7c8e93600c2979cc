/** Which files an argument of `-f` stands for. */
import { type Dirent, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { InputProblem } from './check-report.ts';

export const STANDARD_INPUT = '-';

const MANIFEST_NAME = /\.(?:yaml|yml|json)$/i;

/** Packages carry manifests that nobody here will apply. */
const PACKAGES = 'node_modules';

/** The largest repositories of manifests have some thousands; a folder with more was hardly meant. */
const MOST_FILES = 20_000;

export interface ManifestFiles {
  readonly files: readonly string[];
  readonly problems: readonly InputProblem[];
}

/** A file as it is given; of a folder all manifests below, in the order of their names. */
export function manifestFiles(argument: string): ManifestFiles {
  if (argument === STANDARD_INPUT || !isFolder(argument)) return { files: [argument], problems: [] };
  const files: string[] = [];
  const problems: InputProblem[] = [];
  const folders = [argument];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const { path, is } of entriesOf(folder, problems)) {
      if (is === 'file') files.push(path);
      else if (is === 'folder') folders.push(path);
    }
    if (files.length > MOST_FILES) {
      return {
        files: [],
        problems: [{ file: argument, field: '', message: `has more than ${MOST_FILES} manifests` }],
      };
    }
  }
  if (files.length === 0 && problems.length === 0) {
    const message = 'nothing to check: has no file *.yaml, *.yml or *.json';
    problems.push({ file: argument, field: '', message });
  }
  return { files: files.sort(), problems };
}

interface Entry {
  readonly path: string;
  readonly is: 'file' | 'folder' | 'other';
}

function entriesOf(folder: string, problems: InputProblem[]): Entry[] {
  let entries: Dirent[];
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    problems.push({ file: folder, field: '', message: `cannot be read: ${codeOf(error)}` });
    return [];
  }
  return entries
    .filter(({ name }) => !name.startsWith('.') && name !== PACKAGES)
    .map((entry) => ({ path: join(folder, entry.name), is: kindOf(entry, join(folder, entry.name)) }));
}

/** Links to files are followed, as in a mounted ConfigMap; links to folders are not: they can go in a circle. */
function kindOf(entry: Dirent, path: string): Entry['is'] {
  if (entry.isDirectory()) return 'folder';
  if (!MANIFEST_NAME.test(entry.name)) return 'other';
  return entry.isFile() || (entry.isSymbolicLink() && !isFolder(path)) ? 'file' : 'other';
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
