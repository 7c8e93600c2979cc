/** Which Daemonward this is. */
import { readFileSync } from 'node:fs';

// package.json stands two folders above this file, in src/ and in dist/ alike.
const manifest: unknown = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));

export const VERSION = versionIn(manifest);

function versionIn(value: unknown): string {
  if (
    typeof value === 'object' &&
    value !== null &&
    'version' in value &&
    typeof value.version === 'string'
  ) {
    return value.version;
  }
  throw new Error('package.json has no version');
}
