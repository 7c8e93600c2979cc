/** What needs promtool, which Node does not bring: `npm test` stays without. */
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { ClosingLine } from '../closing-line.ts';

// biome-ignore lint/style/noDefaultExport: vitest reads the default export.
export default defineConfig({
  test: {
    root: join(import.meta.dirname, '..', '..'),
    include: ['test/monitoring/**/*.test.ts'],
    testTimeout: 120_000,
    reporters: ['default', new ClosingLine()],
  },
});
