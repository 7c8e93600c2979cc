/**
 * `npm run bench [-- --full] [--pepr] [ROW ...]`: what the doors cost, beside others in the same run.
 *
 * Writes what it measured as JSON and as a picture, into docs/ when it is all of it for the record (`--full` without rows),
 * otherwise into dist-bench/, and prints the table. `npm run docs` makes docs/performance.md of it.
 *
 * Each row has a process of its own. In one for all, the clusters of some rows made every collection of the heap take half a
 * second in the rows of others, and what those had been compiled for slowed these.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { benchPicture } from '../../docs/performance/picture.ts';
import { benchTable } from '../../docs/performance/table.ts';
import { rounded } from './figure.ts';
import { buildGo, GO_PROGRAM } from './peers/go.ts';
import { installPepr, PEPR_WANTED } from './peers/pepr.ts';
import type { BenchResult, Mode, Row } from './result.ts';
import { QUICK, ROWS } from './rows.ts';

const fileOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { full: { type: 'boolean', default: false }, pepr: { type: 'boolean', default: false } },
});
const mode: Mode = values.full ? 'full' : 'short';
const names = positionals.length > 0 ? positionals : [...(values.full ? ROWS : QUICK).keys()];
const unknown = names.filter((name) => !ROWS.has(name));
if (unknown.length > 0) throw new Error(`no row ${unknown}: there are ${[...ROWS.keys()].join(', ')}`);

if (values.pepr) installPepr();
const program = buildGo();
if (program === null) console.error('There is no Go: nothing is compared with it.');
const env = { ...process.env, [GO_PROGRAM]: program ?? '', [PEPR_WANTED]: values.pepr ? 'yes' : '' };

/** A row that fails takes nothing from the others. */
function measured(name: string): readonly (Row & { name: string })[] {
  console.error(`${name} …`);
  const args = ['--expose-gc', fileOf('row.ts'), name, mode];
  try {
    const text = execFileSync(process.execPath, args, {
      encoding: 'utf8',
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    return JSON.parse(text);
  } catch (error) {
    console.error(`${name} failed: ${error}`);
    process.exitCode = 1;
    return [];
  }
}

const load = rounded(loadavg()[0] ?? 0, 1);
const begin = performance.now();
const rows = names.flatMap(measured);
const [core] = cpus();
const result: BenchResult = {
  mode,
  date: new Date().toISOString().slice(0, 'YYYY-MM-DD'.length),
  machine: `Node ${process.version}, ${cpus().length} cores (${core?.model.trim()})`,
  load,
  seconds: Math.round((performance.now() - begin) / 1_000),
  rows,
};

const forTheRecord = values.full && positionals.length === 0;
const [json, picture] = forTheRecord
  ? [fileOf('../../docs/performance.json'), fileOf('../../docs/images/performance.svg')]
  : [fileOf('../../dist-bench/performance.json'), fileOf('../../dist-bench/performance.svg')];
if (!forTheRecord) mkdirSync(fileOf('../../dist-bench'), { recursive: true });
writeFileSync(json, `${JSON.stringify(result, null, 2)}\n`);
writeFileSync(picture, benchPicture(result));
console.log(benchTable(result));
console.error(`Written: ${json}, ${picture}`);
