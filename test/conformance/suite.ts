/** Runs the families over a folder of vectors. */

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { FAMILIES } from './families.ts';
import type { Difference, Family } from './family.ts';

/** The vectors cannot be used as they are: no such folder, an unknown family, a line that is not JSON. */
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

function vectorFiles(folder: string): Set<string> {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    throw new UnusableVectors(`${folder}: no such folder`);
  }
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

/** Runs one family over one file. */
export function runFamily(family: Family, file: string): FamilyResult {
  const differences: Difference[] = [];
  let passed = 0;
  for (const [index, text] of readFileSync(file, 'utf8').split('\n').entries()) {
    if (text.trim() === '') continue;
    const line = index + 1;
    assertJsonObject(text, `${file}:${line}`);
    const difference = family.check(text, line);
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
