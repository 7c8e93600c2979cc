/**
 * `npm run test:faults [-- --scene NAME]... [--seed N] [--output FILE]`: plays the scenes on a real control plane, prints a
 * table, and fails when a promise did not hold. A whole run also writes the table as JSON, for `npm run docs`.
 */
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { playScene } from './play-scene.ts';
import type { FaultsResult, SceneResult } from './result.ts';
import { SCENES } from './scenes/all.ts';
import { openStage } from './stage/stage.ts';
import { tableText } from './table.ts';

const { values } = parseArgs({
  options: {
    scene: { type: 'string', multiple: true, default: [] },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    output: { type: 'string' },
  },
});
const seed = Number(values.seed);
const names = SCENES.map(({ name }) => name);
const unknown = values.scene.filter((name) => !names.includes(name));
if (unknown.length > 0 || !Number.isSafeInteger(seed)) {
  console.error(`--scene is one of ${names.join(', ')}; --seed is a whole number`);
  process.exit(2);
}

const began = performance.now();
const chosen = SCENES.filter(({ name }) => values.scene.length === 0 || values.scene.includes(name));
console.log(`seed ${seed}`);
const stage = await openStage();
const scenes: SceneResult[] = [];
for (const scene of chosen) {
  const result = await playScene(stage, scene, seed);
  scenes.push(result);
  console.log(`${result.broken.length === 0 ? 'held' : 'BROKEN'} ${scene.name}, ${result.seconds} s`);
  for (const line of result.broken) console.log(`  ${line}`);
}
const failed = scenes.some(({ broken }) => broken.length > 0);
const logs = await stage.close({ failed });
const result: FaultsResult = {
  measuredOn: `Node ${process.version}, ${cpus().length} cores (${cpus()[0]?.model.trim()}), shared with the control plane and the load`,
  seed,
  seconds: Math.round((performance.now() - began) / 1_000),
  scenes,
};
console.log(`\n${tableText(result)}\n`);
if (values.output !== undefined) writeFileSync(values.output, `${JSON.stringify(result, null, 2)}\n`);
if (logs !== undefined) console.log(`logs: ${logs}`);
process.exit(failed ? 1 : 0);
