/** What a real API server said when it decoded each of the values. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface DecodingAnswer {
  readonly unknown: readonly string[];
  /**
   * The field of a wrong type, without positions; empty when the API server does not say which. Not there when all types
   * are right.
   */
  readonly wrongType?: string;
}

export interface DecodingAnswers {
  readonly kubernetes: string;
  readonly answers: Readonly<Record<string, DecodingAnswer>>;
}

export const decodingAnswersFile = join(import.meta.dirname, 'answers.json');

export function readDecodingAnswers(): DecodingAnswers {
  return JSON.parse(readFileSync(decodingAnswersFile, 'utf8'));
}
