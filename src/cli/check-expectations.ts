/** `daemonward check --expect`: manifests against what somebody has written down that they are to say. */
import { basename } from 'node:path';
import { type CheckOptions, check as checkManifests } from '../check/check.ts';
import { type ComparedCase, compareSuite, differs } from '../check/expectations/compare.ts';
import { expectationsJson, expectationsText } from '../check/expectations/report.ts';
import { readSuite, SUITE_NAME, type Suite } from '../check/expectations/suite.ts';
import { manifestFiles } from '../check/manifest/files.ts';
import { problemLine } from '../check/report/forms.ts';
import type { InputProblem } from '../check/report/report.ts';
import { problemText } from '../config/diagnose/problem.ts';
import { loadConfiguration } from '../config/load.ts';
import { policySettings } from '../policy/settings.ts';
import {
  type Arguments,
  CommandError,
  EXIT,
  type ExitCode,
  oneOf,
  type Terminal,
  usageError,
} from './command.ts';

const OUTPUTS = ['text', 'json'] as const;

/** `options` are those of the flags; a suite may name a configuration, snapshots and a namespace of its own. */
export async function checkExpectations(
  args: Arguments,
  terminal: Terminal,
  options: CheckOptions,
): Promise<ExitCode> {
  const output = oneOf(args, 'output', OUTPUTS);
  const { suites, problems } = await suitesIn(options.files);
  for (const problem of problems) terminal.err(`${problemLine(problem)}\n`);
  if (suites.length === 0 && problems.length === 0) {
    throw usageError(args, `there is no file expect.yaml in ${options.files.join(', ')}`);
  }
  const cases: ComparedCase[] = [];
  for (const suite of suites) {
    const { report } = await checkManifests(optionsOf(suite, options));
    cases.push(...compareSuite(suite, report));
  }
  terminal.out(output === 'json' ? expectationsJson(cases) : expectationsText(cases));
  if (problems.length > 0) return EXIT.usage;
  return cases.some(differs) ? EXIT.findings : EXIT.fine;
}

/** A file that is named is meant, whatever it is called; of a folder those that are called so. */
async function suitesIn(paths: readonly string[]) {
  const suites: Suite[] = [];
  const problems: InputProblem[] = [];
  for (const path of paths) {
    const found = manifestFiles(path);
    problems.push(...found.problems);
    const isFile = found.files.length === 1 && found.files[0] === path;
    for (const file of found.files.filter((name) => isFile || SUITE_NAME.test(basename(name)))) {
      const read = await readSuite(file);
      if (read.ok) suites.push(read.suite);
      else problems.push(...read.problems);
    }
  }
  return { suites, problems };
}

function optionsOf({ cases, config, snapshots, namespace }: Suite, options: CheckOptions): CheckOptions {
  return {
    ...options,
    files: [...new Set(cases.map(({ file }) => file))],
    snapshots: snapshots.length > 0 ? snapshots : options.snapshots,
    defaultNamespace: namespace ?? options.defaultNamespace,
    settings: config === undefined ? options.settings : settingsOf(config),
  };
}

function settingsOf(path: string): CheckOptions['settings'] {
  const loaded = loadConfiguration(path);
  if (loaded.ok) return policySettings(loaded.configuration);
  throw new CommandError(loaded.problems.map(problemText).join('\n'), EXIT.usage);
}
