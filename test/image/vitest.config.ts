/** Builds the image once, and tries it. `npm run test:image` */
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { ClosingLine } from '../closing-line.ts';

/** A start takes a second; on loaded cores some. */
const TEST_TIMEOUT_MS = 60_000;

// biome-ignore lint/style/noDefaultExport: vitest reads the default export.
export default defineConfig({
  test: {
    root: join(import.meta.dirname, '..', '..'),
    include: ['test/image/**/*.test.ts'],
    globalSetup: ['test/image/global-setup.ts'],
    fileParallelism: false,
    testTimeout: TEST_TIMEOUT_MS,
    reporters: ['default', new ClosingLine()],
  },
});
