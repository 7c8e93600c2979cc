/** `npm run docs:screenshots`: the pictures of docs/images/, taken of the page as it is. */
import { defineConfig } from 'vitest/config';
import browser from './vitest.config.ts';

// biome-ignore lint/style/noDefaultExport: vitest reads the default export.
export default defineConfig({ test: { ...browser.test, include: ['test/browser/screenshots.ts'] } });
