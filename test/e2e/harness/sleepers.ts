/** Starts two processes as a test does, tells where, and then ends as its argument says: for the test of endings. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startSupervisor } from './supervisor.ts';

/** Longer than any test: whoever sees it end by itself has a leak. */
const SLEEP_MS = 600_000;

const keepAlive = setTimeout(() => {}, SLEEP_MS);
const supervisor = startSupervisor();
mkdirSync(join(supervisor.directory, 'data'));
writeFileSync(join(supervisor.directory, 'data', 'file'), '');
const script = 'sleep 600 & sleep 600';
for (const name of ['first', 'second']) {
  await supervisor.start({ name, command: 'sh', args: ['-c', script, supervisor.directory] });
}
console.log(supervisor.directory);
if (process.argv[2] === 'throw') throw new Error('thrown on purpose');
if (process.argv[2] === 'exit') clearTimeout(keepAlive);
