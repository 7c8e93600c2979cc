/** The four forms of a report, by the word of `--output`. */
import { jsonReport } from './json.ts';
import { junitReport } from './junit.ts';
import type { Report } from './report.ts';
import { sarifReport } from './sarif.ts';
import { type Paint, textReport } from './text.ts';

export { problemLine } from './text.ts';

export const REPORTS: Readonly<Record<string, (report: Report, paint?: Paint) => string>> = {
  text: textReport,
  json: jsonReport,
  sarif: sarifReport,
  junit: junitReport,
};
