import { defineConfig } from 'vitest/config';
import { ClosingLine } from './test/closing-line.ts';

export default defineConfig({
  test: {
    include: ['test/{unit,conformance,http}/**/*.test.ts'],
    // The longest takes some seconds on a quiet machine: what takes longer than this hangs, also on a busy one.
    testTimeout: 60_000,
    // Many tests wait, for processes and for times: a third worker uses two cores meanwhile. Files share a worker, and so its modules.
    maxWorkers: 3,
    isolate: false,
    // Some tests ask for a garbage collection to see that memory came back.
    execArgv: ['--expose-gc'],
    reporters: ['default', new ClosingLine()],
  },
});
