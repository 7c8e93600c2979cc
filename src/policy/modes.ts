/** What becomes of a finding: nothing, a count and a log line, a warning to the user, or a refusal. */

export const MODES = ['off', 'audit', 'warn', 'enforce'] as const;

export type Mode = (typeof MODES)[number];

/** The one of two modes that does less. */
export function milder(a: Mode, b: Mode): Mode {
  return MODES.indexOf(a) < MODES.indexOf(b) ? a : b;
}

/** A scheduler takes no warnings, so that headroom and preemption have one mode less. */
export const EXTENDER_MODES = ['off', 'audit', 'enforce'] as const satisfies readonly Mode[];
