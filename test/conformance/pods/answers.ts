/** What a real API server said to each manifest. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Answers {
  /** Its version. */
  readonly kubernetes: string;
  /** By what the manifest is about: each field with what is wrong with it, in order. */
  readonly answers: Readonly<Record<string, readonly string[]>>;
}

export const answersFile = join(import.meta.dirname, 'answers.json');

export function readAnswers(): Answers {
  return JSON.parse(readFileSync(answersFile, 'utf8'));
}
