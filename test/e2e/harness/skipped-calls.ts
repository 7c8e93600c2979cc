/** The calls of a scheduler that its extender did not answer, by its own log. */
import { readFileSync } from 'node:fs';

/** As klog begins a line, in the machine's own time: `I1117 11:12:23.596360`. */
const SKIPPED = /^I(\d\d)(\d\d) (\d\d):(\d\d):(\d\d)\.(\d{3}).*Skipping extender(?!.*noted; daemonward)/gm;

/** When the scheduler went on without an answer. The bind verb is answered with an error on purpose: it only tells. */
export function skippedAt(log: string): number[] {
  const year = new Date().getFullYear();
  return [...readFileSync(log, 'utf8').matchAll(SKIPPED)].map((match) => {
    const [month = 1, day = 1, hour = 0, minute = 0, second = 0, ms = 0] = match.slice(1).map(Number);
    return new Date(year, month - 1, day, hour, minute, second, ms).getTime();
  });
}
