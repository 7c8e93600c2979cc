/** Starts vitest for a stage, and ends and starts it again when a mutant has it stuck. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Line,
  note,
  pidFile,
  readJournal,
  TASK,
  type Task,
  type Trial,
  WORK_FOLDER,
  writeTask,
} from './work.ts';

/** How often somebody looks. */
const LOOK_MS = 1_000;

/** Of the processor, for one trial: some hundred times what all but a few tests take, and more for those few. */
const STUCK_CPU_MS = 3_000;
const STUCK_FACTOR = 10;

/** Of a file of tests, or of the loading of one: nobody has looked. */
const WHOLE_FILE_MS = 1_000;

/** Of the clock: for one that waits. Long, as others may have the machine. */
const STUCK_CLOCK_MS = 180_000;

/** Linux counts a process's time in hundredths of a second. */
const TICK_MS = 10;

/** Their places in /proc/PID/stat, counted after the name, which may hold blanks. */
const USER_TICKS = 11;
const SYSTEM_TICKS = 12;

type Errand = Omit<Task, 'journal'>;

/** Of each test without a mutant, in milliseconds. */
export type Costs = ReadonlyMap<string, number>;

/** Everything that its runs wrote, whatever became of them. */
export async function runStage(name: string, task: Errand, costs: Costs = new Map()): Promise<Line[]> {
  const journal = join(WORK_FOLDER, `${name}.journal`);
  writeFileSync(journal, '');
  let left: Errand = task;
  while (left.files.length > 0) {
    const ended = await runOnce(name, { ...left, journal }, costs);
    const last = readJournal(journal).at(-1);
    if (last?.at === 'try') note(journal, { at: 'timeout', mutant: last.mutant, test: last.test, name: '' });
    else if (ended) break;
    left = whatIsLeft(task, readJournal(journal));
  }
  return readJournal(journal);
}

/** False when it had to be ended. */
async function runOnce(name: string, task: Task, costs: Costs): Promise<boolean> {
  const file = join(WORK_FOLDER, `${name}.task.json`);
  writeTask(file, task);
  const log = openSync(join(WORK_FOLDER, `${name}.log`), 'a');
  const child = spawn(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', '--config', 'test/mutation/vitest.config.ts'],
    { detached: true, stdio: ['ignore', log, log], env: { ...process.env, [TASK]: file } },
  );
  const end = () => endGroup(child.pid);
  process.once('exit', end);
  const exit = once(child, 'exit');
  const over = new AbortController();
  exit.then(() => over.abort());
  const stuck = await isStuck(task, over.signal, costs);
  if (stuck) end();
  await exit;
  process.off('exit', end);
  return !stuck;
}

/** The whole group, as vitest's own processes would go on. */
function endGroup(pid: number | undefined): void {
  if (pid !== undefined) process.kill(-pid, 'SIGKILL');
}

/** Waits for the end of the run, or for a trial that takes too long; without a mutant nothing does. */
async function isStuck({ stage, journal }: Task, over: AbortSignal, costs: Costs): Promise<boolean> {
  let size = -1;
  let since = { cpu: 0, clock: 0 };
  while (!over.aborted) {
    await sleep(LOOK_MS, undefined, { signal: over }).catch(() => {});
    const now = { cpu: cpuMs(journal), clock: Date.now() };
    const newSize = statSync(journal).size;
    if (newSize !== size || stage === 'survey') {
      size = newSize;
      since = now;
    } else if (now.cpu - since.cpu > STUCK_CPU_MS || now.clock - since.clock > STUCK_CLOCK_MS) {
      const last = readJournal(journal).at(-1);
      const usual = last?.at === 'try' ? (costs.get(last.test) ?? WHOLE_FILE_MS) : WHOLE_FILE_MS;
      const isLong = now.cpu - since.cpu > STUCK_CPU_MS + STUCK_FACTOR * usual;
      if (isLong || now.clock - since.clock > STUCK_CLOCK_MS) return !over.aborted;
    }
  }
  return false;
}

/** Of the process that runs the tests; where there is no /proc, only the clock is looked at. */
function cpuMs(journal: string): number {
  try {
    const stat = readFileSync(`/proc/${readFileSync(pidFile(journal), 'utf8')}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[USER_TICKS]) + Number(fields[SYSTEM_TICKS])) * TICK_MS;
  } catch {
    return 0;
  }
}

/** Without what was tried, and without what is dead. */
function whatIsLeft(task: Errand, lines: readonly Line[]): Errand {
  const dead = new Set<string>();
  const tried = new Set<string>();
  for (const line of lines) {
    if (line.at === 'killed' || line.at === 'timeout') dead.add(line.mutant);
    if (line.at === 'try') tried.add(`${line.test} ${line.mutant}`);
  }
  const trials: Record<string, Record<string, Trial[]>> = {};
  for (const [file, tests] of Object.entries(task.trials)) {
    for (const [test, all] of Object.entries(tests)) {
      const left = all.filter(([mutant]) => !dead.has(mutant) && !tried.has(`${test} ${mutant}`));
      if (left.length > 0) trials[file] = { ...trials[file], [test]: left };
    }
  }
  return { ...task, trials, files: Object.keys(trials) };
}
