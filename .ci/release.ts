/** `npm run release -- VERSION [--dry-run]`: checks, then changelog, versions, package, bill of materials, commit, tag. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { PACKAGE_FOLDER } from './package-folder.ts';
import { type Plan, type Project, planRelease, type Step, stepText } from './release-plan.ts';

const USAGE = 'usage: npm run release -- VERSION [--dry-run]';

/** As everywhere in Daemonward: 1 it failed, 2 it was asked wrongly. */
const FAILED = 1;
const WRONG_USE = 2;

/** The day in UTC: `2030-01-31`. */
const DAY_LENGTH = 10;

function main(args: readonly string[]): number {
  const asked = readArguments(args);
  if (asked === null) return complain([USAGE], WRONG_USE);
  const { version, dryRun } = asked;
  let plan: Plan;
  try {
    plan = planRelease(readProject(), version, new Date().toISOString().slice(0, DAY_LENGTH));
  } catch (error) {
    return complain([`this is no project that can be released: ${messageOf(error)}`], WRONG_USE);
  }
  if (!plan.ok) return complain(plan.problems, WRONG_USE);
  if (dryRun) {
    for (const step of plan.steps) say(`would ${'run' in step ? 'run ' : ''}${stepText(step)}`);
    return 0;
  }
  return release(plan.steps, plan.packed);
}

function readArguments(args: readonly string[]): { version: string; dryRun: boolean } | null {
  try {
    const options = { 'dry-run': { type: 'boolean', default: false } } as const;
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    const [version, ...more] = positionals;
    return version === undefined || more.length > 0 ? null : { version, dryRun: values['dry-run'] };
  } catch {
    return null;
  }
}

function readProject(): Project {
  const text = (name: string) => readFileSync(name, 'utf8');
  return {
    files: {
      'CHANGELOG.md': text('CHANGELOG.md'),
      'package.json': text('package.json'),
      'package-lock.json': text('package-lock.json'),
    },
    branch: git('branch', '--show-current').trim(),
    changes: lines(git('status', '--porcelain')),
    tags: lines(git('tag', '--list')),
  };
}

/** All of it or nothing: the work tree was clean, so that going back to where it was loses nobody's work. */
function release(steps: readonly Step[], packed: string): number {
  const before = git('rev-parse', 'HEAD').trim();
  mkdirSync(PACKAGE_FOLDER, { recursive: true });
  try {
    for (const step of steps) take(step);
  } catch (error) {
    git('reset', '--hard', before);
    rmSync(packed, { force: true });
    return complain([`${messageOf(error)}; everything is as it was`], FAILED);
  }
  say(`made ${packed}; what is left: git push --follow-tags`);
  return 0;
}

function take(step: Step): void {
  say(stepText(step));
  if ('write' in step) {
    writeFileSync(step.write, step.content);
  } else {
    const [program, ...args] = step.run;
    execFileSync(program, args, { stdio: 'inherit' });
  }
}

function git(...args: string[]): string {
  return execFileSync('git', args, { encoding: 'utf8' });
}

function lines(text: string): string[] {
  return text.split('\n').filter((line) => line !== '');
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

function complain(problems: readonly string[], exitCode: number): number {
  for (const problem of problems) process.stderr.write(`release: ${problem}\n`);
  return exitCode;
}

process.exitCode = main(process.argv.slice(2));
