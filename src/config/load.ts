/** Turns a configuration file into a configuration, or into everything that is wrong with it at once. */
import { certainFindings, onePerLine, type PlacedFinding, placed } from './certainty.ts';
import { pathText } from './key-path.ts';
import { isMapping } from './mapping.ts';
import { withPathsFrom } from './paths.ts';
import { inFileOrder, type Problem, type TextMistake } from './problem.ts';
import { ruleWarnings } from './rules.ts';
import { type Configuration, type Flavor, withDefaults } from './schema.ts';
import { configurationSchema } from './settings.ts';
import { digestOf, readTextFile, type TextFile } from './text-file.ts';
import { readYaml, type YamlSource } from './yaml-source.ts';

/** The YAML reader quotes the text as it is; a report is one line and moves no cursor. */
const CONTROL_CHARACTERS = /\p{Cc}+/gu;

/** More than anybody mends in one go, and few enough for a log line, a terminal and /state. */
export const MOST_PROBLEMS = 100;

export interface GoodConfiguration {
  readonly ok: true;
  readonly configuration: Configuration;
  /** What is allowed and most likely not what was meant. */
  readonly warnings: readonly Problem[];
  /** Tells two contents apart. */
  readonly digest: string;
}

export interface BadConfiguration {
  readonly ok: false;
  readonly problems: readonly Problem[];
  readonly digest: string;
}

export type LoadedConfiguration = GoodConfiguration | BadConfiguration;

export interface Circumstances {
  /** What counts as past, in milliseconds of Unix time. */
  readonly now?: number;
  /** The flavor in force, when the file can no longer change it. */
  readonly flavor?: Flavor;
}

/** Reads and checks a file; a file that cannot be read is a problem like any other. */
export function loadConfiguration(path: string, circumstances?: Circumstances): LoadedConfiguration {
  return checkConfiguration(readTextFile(path), path, circumstances);
}

/** Checks what was read of a file. */
export function checkConfiguration(
  read: TextFile,
  path: string,
  circumstances?: Circumstances,
): LoadedConfiguration {
  return read.ok
    ? parseConfiguration(read.text, path, circumstances)
    : bad([{ file: path, path: '', message: read.message }], digestOf(read));
}

/** Checks a text; `file` is its name in messages, and relative paths start at its folder. */
export function parseConfiguration(
  text: string,
  file: string,
  { now = Date.now(), flavor }: Circumstances = {},
): LoadedConfiguration {
  const digest = digestOf({ ok: true, text });
  const source = readYaml(text);
  const { content, document } = source;
  if (document === undefined && source.syntaxMistakes.length === 0) {
    return bad([{ file, path: '', message: 'is empty' }], digest);
  }
  const problems = problemsOf(source, file);
  if (problems.length > 0 || !isMapping(content)) {
    return bad(shown(problems, file), digest);
  }
  const configuration = withDefaults(withPathsFrom(file, configurationSchema, content), flavor);
  const warnings = inFileOrder([
    ...source.warnings.map((warning) => textProblem(source, file, warning)),
    ...placed(source, ruleWarnings(content, now)).map((warning) => findingProblem(source, file, warning)),
  ]);
  return { ok: true, configuration, warnings, digest };
}

function problemsOf(source: YamlSource, file: string): Problem[] {
  const findings = certainFindings(source);
  const meant = new Set(findings.flatMap(({ finding }) => (finding.meant ? [pathText(finding.meant)] : [])));
  const mistakes = [...onePerLine(source), ...source.otherMistakes, ...source.duplicateKeys];
  return inFileOrder([
    ...mistakes.map((mistake) => textProblem(source, file, mistake)),
    ...findings
      // A misspelt key is one mistake, not an unknown and a missing one.
      .filter(({ finding }) => finding.about !== 'missing-key' || !meant.has(pathText(finding.path)))
      .map((finding) => findingProblem(source, file, finding)),
  ]);
}

/** The first problems and how many more there are: a line each for thousands helps nobody. */
function shown(problems: readonly Problem[], file: string): readonly Problem[] {
  const hidden = problems.length - MOST_PROBLEMS;
  const message = `and ${hidden} more mistakes, not shown (the first ${MOST_PROBLEMS} are)`;
  return hidden > 0 ? [...problems.slice(0, MOST_PROBLEMS), { file, path: '', message }] : problems;
}

function findingProblem(source: YamlSource, file: string, { finding, offset }: PlacedFinding): Problem {
  const allowed = finding.allowed === undefined ? {} : { allowed: finding.allowed };
  return { ...textProblem(source, file, { ...finding, offset }), ...allowed };
}

function textProblem(source: YamlSource, file: string, { offset, path, message }: TextMistake): Problem {
  const { line, col } = source.lines.linePos(offset);
  return { file, line, column: col, path: pathText(path), message: message.replace(CONTROL_CHARACTERS, ' ') };
}

function bad(problems: readonly Problem[], digest: string): BadConfiguration {
  return { ok: false, problems, digest };
}
