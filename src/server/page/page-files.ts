/** The built files of the page, read once: what is not among them is not served. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { errorCode } from '../../json/error-message.ts';

/** Beside the compiled program, and the same seen from its source. */
const BUILT = fileURLToPath(new URL('../../../dist/page/', import.meta.url));

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

const INDEX = 'index.html';

export interface PageFile {
  readonly type: string;
  readonly body: Buffer;
  readonly tag: string;
}

/** By path. Empty where the page was not built. */
export function pageFiles(directory = BUILT): ReadonlyMap<string, PageFile> {
  const names = namesIn(directory).filter((name) => TYPES[extname(name)] !== undefined);
  return new Map(
    names.map((name) => {
      const body = readFileSync(join(directory, name));
      const tag = `"${createHash('sha256').update(body).digest('base64url')}"`;
      return [name === INDEX ? '/' : `/${name}`, { type: TYPES[extname(name)] ?? '', body, tag }];
    }),
  );
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory, { encoding: 'utf8', recursive: true }).map((name) =>
      name.split(sep).join('/'),
    );
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
}
