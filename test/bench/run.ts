/**
 * `npm run bench [-- ROW ...]`: what the doors cost, as ratios to a yardstick measured in the same run. Prints JSON.
 *
 * Each row has a process of its own. In one for all, the clusters of some rows made every collection of the heap take half a
 * second in the rows of others, and what those had been compiled for slowed these.
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { ROWS } from './rows.ts';

const CHILD = join(import.meta.dirname, 'row.ts');

const names = process.argv.length > 2 ? process.argv.slice(2) : [...ROWS.keys()];
const rows = names.flatMap((name): unknown => {
  const text = execFileSync(process.execPath, ['--expose-gc', CHILD, name], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return JSON.parse(text);
});

console.log(JSON.stringify(rows, null, 2));
