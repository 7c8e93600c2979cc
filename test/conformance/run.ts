/** `npm run conformance -- [DIR…]`: compares Daemonward with vectors that Kubernetes' own code has answered. */
import { join } from 'node:path';
import { type FamilyResult, runFolder, UnusableVectors } from './suite.ts';

const OWN_VECTORS = join(import.meta.dirname, 'vectors');

/** Enough to see the pattern of a mistake; a broken rule can differ on hundreds of lines. */
const SHOWN_PER_FAMILY = 5;

const EXIT_DIFFERENT = 1;
const EXIT_UNUSABLE = 2;

function printFamily({ name, present, passed, differences }: FamilyResult): void {
  if (!present) {
    console.log(`${name}: missing in this folder`);
    return;
  }
  console.log(`${name}: ${passed} passed, ${differences.length} failed`);
  for (const { line, input, expected, got } of differences.slice(0, SHOWN_PER_FAMILY)) {
    console.log(`  ${name}.jsonl:${line}`);
    console.log(`    input    ${input}`);
    console.log(`    expected ${expected}`);
    console.log(`    got      ${got}`);
  }
  const hidden = differences.length - SHOWN_PER_FAMILY;
  if (hidden > 0)
    console.log(`  and ${hidden} more, not shown (the first ${SHOWN_PER_FAMILY} of a family are)`);
}

function runOne(folder: string): number {
  const results = runFolder(folder);
  for (const result of results) printFamily(result);
  const passed = results.reduce((sum, result) => sum + result.passed, 0);
  const failed = results.reduce((sum, result) => sum + result.differences.length, 0);
  console.log(`${passed} passed, ${failed} failed`);
  return failed;
}

function run(folders: readonly string[]): number {
  let failed = 0;
  try {
    for (const folder of folders) {
      if (folders.length > 1) console.log(`${folder}:`);
      failed += runOne(folder);
    }
    return failed > 0 ? EXIT_DIFFERENT : 0;
  } catch (error) {
    if (!(error instanceof UnusableVectors)) throw error;
    console.error(error.message);
    return EXIT_UNUSABLE;
  }
}

const given = process.argv.slice(2);
process.exitCode = run(given.length > 0 ? given : [OWN_VECTORS]);
