/** Prometheus' own checker. */
import { spawnSync } from 'node:child_process';

export interface Checked {
  readonly code: number | null;
  /** What it printed, in lines. */
  readonly lines: readonly string[];
}

export function promtool(args: readonly string[], input = ''): Checked {
  const { status, error, stdout, stderr } = spawnSync('promtool', args, { input, encoding: 'utf8' });
  if (error !== undefined) {
    throw new Error(
      `promtool cannot be started (${error.message}): apt-get update && apt-get install -y --no-install-recommends prometheus`,
    );
  }
  return { code: status, lines: `${stdout}${stderr}`.split('\n').filter((line) => line !== '') };
}
