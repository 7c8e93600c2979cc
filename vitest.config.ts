import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { ClosingLine } from './test/closing-line.ts';

export default defineConfig({
  test: {
    include: ['test/{unit,conformance,http}/**/*.test.ts'],
    // The longest takes some seconds on a quiet machine: what takes longer than this hangs, also on a busy one.
    testTimeout: 60_000,
    // Vitest leaves one core to itself: on two, that would be half of them. Files share a worker, and so its modules.
    maxWorkers: 2,
    // Processes on loaded cores are late now and then: what fails in CI is asked once more, and says so in the output.
    retry: process.env.CI === 'true' ? 1 : 0,
    isolate: false,
    // Many tests start the command itself: with its modules compiled once, each start takes half the processor time.
    env: { NODE_COMPILE_CACHE: fileURLToPath(new URL('node_modules/.cache/compiled', import.meta.url)) },
    // Some tests ask for a garbage collection to see that memory came back.
    execArgv: ['--expose-gc'],
    reporters: ['default', new ClosingLine()],
  },
});
