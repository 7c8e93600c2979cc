/** What needs a browser, Debian's chromium: `npm test` stays without. */
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { ClosingLine } from '../closing-line.ts';

// biome-ignore lint/style/noDefaultExport: vitest reads the default export.
export default defineConfig({
  test: {
    root: join(import.meta.dirname, '..', '..'),
    include: ['test/browser/**/*.test.ts'],
    globalSetup: ['test/browser/built-page.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Each file has a browser of its own, and a browser has use for both cores.
    fileParallelism: false,
    reporters: ['default', new ClosingLine()],
  },
});
