/**
 * `npm run soak:cluster [-- --minutes 60 --seed 1 --output FILE]`: a cluster that does not come to rest, and whether Daemonward keeps
 * more and more of it. Writes docs/soak.json, of which `npm run docs` makes the page and the picture; ends with 1 on a leak or on
 * anything else that must not happen. `--leak BYTES` keeps so many each minute on purpose, to see that it is found.
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { soakCluster } from './soak.ts';
import { trendsOf } from './trend.ts';

const RESULT_FILE = fileURLToPath(new URL('../../docs/soak.json', import.meta.url));

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    leak: { type: 'string', default: '0' },
    output: { type: 'string', default: RESULT_FILE },
  },
});

function numberOf(name: 'minutes' | 'seed' | 'leak', least: number): number {
  const value = Number(values[name]);
  if (Number.isFinite(value) && value >= least) return value;
  console.error(`--${name}: ${values[name]} is not a number of at least ${least}`);
  process.exit(2);
}

const { result, logs } = await soakCluster({
  minutes: numberOf('minutes', 1),
  seed: numberOf('seed', 0),
  plantedBytesPerMinute: numberOf('leak', 0),
  onSample: (sample) => console.log(JSON.stringify(sample)),
});
writeFileSync(values.output, `${JSON.stringify(result, null, 2)}\n`);
const { samples, ...rest } = result;
console.log(JSON.stringify({ ...rest, samples: samples.length, trends: trendsOf(samples), logs }, null, 2));
if (result.problems.length > 0) process.exitCode = 1;
