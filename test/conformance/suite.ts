/** Runs the families over a folder of vectors. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { FAMILIES } from './families.ts';
import { type Difference, type Family, UnusableVector } from './family.ts';

/** The vectors cannot be used as they are: no such folder, an unknown family, a line that is no vector. */
export class UnusableVectors extends Error {
  override readonly name = 'UnusableVectors';
}

export interface FamilyResult {
  readonly name: string;
  /** False when the folder has no file of this family. */
  readonly present: boolean;
  readonly passed: number;
  readonly differences: readonly Difference[];
}

const EXTENSION = '.jsonl';
/** Some editors begin a file with one. */
const BYTE_ORDER_MARK = /^\uFEFF/;

function vectorFiles(folder: string): Set<string> {
  const status = statSync(folder, { throwIfNoEntry: false });
  if (status === undefined) throw new UnusableVectors(`${folder}: no such folder`);
  if (!status.isDirectory()) throw new UnusableVectors(`${folder}: a file, not a folder of vector files`);
  const files = new Set(readdirSync(folder).filter((file) => file.endsWith(EXTENSION)));
  if (files.size === 0) throw new UnusableVectors(`${folder}: holds no vector files (*${EXTENSION})`);
  const known = new Set(FAMILIES.map(({ name }) => name + EXTENSION));
  for (const file of files) {
    if (!known.has(file)) throw new UnusableVectors(`${join(folder, file)}: not a family that is known here`);
  }
  return files;
}

function assertJsonObject(text: string, place: string): void {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new UnusableVectors(`${place}: not JSON`);
  }
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    throw new UnusableVectors(`${place}: not a JSON object`);
  }
}

function checkLine(family: Family, text: string, file: string, line: number): Difference | null {
  assertJsonObject(text, `${file}:${line}`);
  try {
    return family.check(text, line);
  } catch (error) {
    if (!(error instanceof UnusableVector)) throw error;
    throw new UnusableVectors(`${file}:${line}: ${error.message}`);
  }
}

/** Runs one family over one file. */
export function runFamily(family: Family, file: string): FamilyResult {
  const differences: Difference[] = [];
  const lines = readFileSync(file, 'utf8').replace(BYTE_ORDER_MARK, '').split('\n');
  let passed = 0;
  for (const [index, text] of lines.entries()) {
    if (text.trim() === '') continue;
    const difference = checkLine(family, text, file, index + 1);
    if (difference === null) passed += 1;
    else differences.push(difference);
  }
  if (passed + differences.length === 0) throw new UnusableVectors(`${file}: holds no vectors`);
  return { name: family.name, present: true, passed, differences };
}

/** Runs every family that the folder has a file of; the others are listed as not present. */
export function runFolder(folder: string): FamilyResult[] {
  const files = vectorFiles(folder);
  return FAMILIES.map((family) => {
    const file = family.name + EXTENSION;
    if (files.has(file)) return runFamily(family, join(folder, file));
    return { name: family.name, present: false, passed: 0, differences: [] };
  });
}
