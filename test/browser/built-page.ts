/** Builds the page before any test opens it, so that what is tested is what is there. */
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

export async function setup(): Promise<void> {
  await build({ configFile: fileURLToPath(new URL('../../page/vite.config.ts', import.meta.url)) });
}
