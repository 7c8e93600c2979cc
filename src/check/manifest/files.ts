/** Which files an argument of `-f` stands for. */
import { type Dirent, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '../../json/error-message.ts';
import type { InputProblem } from '../report/report.ts';

export const STANDARD_INPUT = '-';

const MANIFEST_NAME = /\.(?:yaml|yml|json)$/i;

/** Packages carry manifests that nobody here will apply. */
const PACKAGES = 'node_modules';

/** The largest repositories of manifests have some thousands; a folder with more was hardly meant. */
const MOST_FILES = 20_000;

/** A file as it is given; of a folder all manifests below, in the order of their names. */
export function manifestFiles(argument: string) {
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
      const message = `has more than ${MOST_FILES} manifests`;
      return { files: [], problems: [{ file: argument, field: '', message }] };
    }
  }
  if (files.length === 0 && problems.length === 0) {
    const message = 'nothing to check: has no file *.yaml, *.yml or *.json';
    problems.push({ file: argument, field: '', message });
  }
  return { files: files.sort(), problems };
}

function entriesOf(folder: string, problems: InputProblem[]) {
  let entries: Dirent[];
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    problems.push({ file: folder, field: '', message: `cannot be read: ${errorCode(error)}` });
    return [];
  }
  return entries
    .filter(({ name }) => !name.startsWith('.') && name !== PACKAGES)
    .map((entry) => ({ path: join(folder, entry.name), is: kindOf(entry) }));
}

/** Links to files are followed, as in a mounted ConfigMap; links to folders are not: they can go in a circle. */
function kindOf(entry: Dirent): 'file' | 'folder' | 'other' {
  if (entry.isDirectory()) return 'folder';
  if (!MANIFEST_NAME.test(entry.name)) return 'other';
  const isLink = entry.isSymbolicLink() && !isFolder(join(entry.parentPath, entry.name));
  return entry.isFile() || isLink ? 'file' : 'other';
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
