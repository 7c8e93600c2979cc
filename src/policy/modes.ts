/** What becomes of a finding: nothing, a count and a log line, a warning to the user, or a refusal. */

export const MODES = ['off', 'audit', 'warn', 'enforce'] as const;

export type Mode = (typeof MODES)[number];
