/**
 * `npm run bench:partitions [-- NODES ...]`: five tenant and five resource partitions over HTTP on this machine, from 5,000 to
 * 50,000 nodes, each size in a process of its own. Writes docs/partitions-scale.json; `npm run docs` makes the table and the
 * picture of it.
 */
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Measured, ScaleResult } from './result.ts';

const run = promisify(execFile);

/** The ends first: if somebody has to break it off, what is written says most. */
const SIZES = [5_000, 50_000, 25_000, 10_000];

/** 1.5 million pods do not fit into what Node takes by itself. */
const HEAP_MB = 12_000;

const measureFile = fileURLToPath(new URL('measure.ts', import.meta.url));
const resultFile = fileURLToPath(new URL('../../../docs/partitions-scale.json', import.meta.url));

const given = process.argv.slice(2).map(Number);
const sizes: Measured[] = [];
for (const nodes of given.length > 0 ? given : SIZES) {
  const args = ['--expose-gc', `--max-old-space-size=${HEAP_MB}`, measureFile, String(nodes)];
  const { stdout } = await run(process.execPath, args);
  const measured: Measured = JSON.parse(stdout);
  console.log(JSON.stringify(measured, null, 2));
  sizes.push(measured);
  if (given.length === 0) write();
}

function write(): void {
  const cores = cpus();
  const result: ScaleResult = {
    measuredOn: `Node ${process.version}, ${cores.length} cores (${cores[0]?.model ?? 'unknown'}), shared with the simulated API servers`,
    sizes: sizes.toSorted((a, b) => a.nodes - b.nodes),
  };
  writeFileSync(resultFile, `${JSON.stringify(result, null, 2)}\n`);
}
