/** End-to-end tests: one after the other, on one control plane that they share. */
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { ClosingLine } from '../closing-line.ts';

/** A rollout over thousands of nodes takes a minute on two cores; what takes longer than this hangs. */
const TEST_TIMEOUT_MS = 180_000;

/** A control plane of its own, for tests that kill it. */
const HOOK_TIMEOUT_MS = 120_000;

// biome-ignore lint/style/noDefaultExport: vitest reads the default export.
export default defineConfig({
  test: {
    root: join(import.meta.dirname, '..', '..'),
    include: ['test/e2e/**/*.test.ts'],
    globalSetup: ['test/e2e/harness/global-setup.ts'],
    pool: 'forks',
    fileParallelism: false,
    testTimeout: TEST_TIMEOUT_MS,
    // Real programs on loaded cores are late now and then: what fails is asked once more, and says so in the output.
    retry: process.env.CI === 'true' ? 1 : 0,
    hookTimeout: HOOK_TIMEOUT_MS,
    reporters: ['default', new ClosingLine()],
  },
});
