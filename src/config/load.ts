/** Turns a configuration file into a configuration, or into everything that is wrong with it at once. */
import { pathText, valueAt } from './key-path.ts';
import { isMapping } from './mapping.ts';
import { withPathsFrom } from './paths.ts';
import { extentOf, offsetOf } from './positions.ts';
import { type Finding, inFileOrder, type Problem, type TextMistake } from './problem.ts';
import { ruleFindings, ruleWarnings } from './rules.ts';
import { type Configuration, type Flavor, withDefaults } from './schema.ts';
import { schemaFindings } from './schema-findings.ts';
import { configurationSchema } from './settings.ts';
import { digestOf, readTextFile, type TextFile } from './text-file.ts';
import { readYaml, type YamlSource } from './yaml-source.ts';

/** The YAML reader quotes the text as it is; a report is one line and moves no cursor. */
const CONTROL_CHARACTERS = /\p{Cc}+/gu;

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
    return bad(problems, digest);
  }
  const configuration = withDefaults(withPathsFrom(file, configurationSchema, content), flavor);
  const warnings = inFileOrder([
    ...source.warnings.map((warning) => textProblem(source, file, warning)),
    ...ruleWarnings(content, now).map((finding) => findingProblem(source, file, finding)),
  ]);
  return { ok: true, configuration, warnings, digest };
}

function problemsOf(source: YamlSource, file: string): Problem[] {
  const { content, document } = source;
  const findings = document === undefined ? [] : [...schemaFindings(content), ...ruleFindings(content)];
  const meant = new Set(findings.flatMap((finding) => (finding.meant ? [pathText(finding.meant)] : [])));
  const mistakes = onePerLine(source);
  const errorLines = new Set(mistakes.map(({ offset }) => lineOf(source, offset)));
  return inFileOrder([
    ...[...mistakes, ...source.duplicateKeys].map((mistake) => textProblem(source, file, mistake)),
    ...findings
      // A misspelt key is one mistake, not an unknown and a missing one.
      .filter((finding) => finding.about !== 'missing-key' || !meant.has(pathText(finding.path)))
      .filter((finding) => mistakes.length === 0 || isCertain(source, errorLines, finding))
      .map((finding) => findingProblem(source, file, finding)),
  ]);
}

/** One slip of the pen often upsets the YAML reader twice. */
function onePerLine(source: YamlSource): TextMistake[] {
  const byLine = new Map<number, TextMistake>();
  for (const mistake of source.syntaxMistakes) {
    const line = lineOf(source, mistake.offset);
    if (!byLine.has(line)) {
      byLine.set(line, mistake);
    }
  }
  return [...byLine.values()];
}

/** Whether a finding stands although the text around it is broken: its cause may be the broken text itself. */
function isCertain(source: YamlSource, errorLines: ReadonlySet<number>, finding: Finding): boolean {
  const { document, content } = source;
  if (document === undefined || finding.about === 'missing-key') {
    return false;
  }
  if (errorLines.has(lineOf(source, offsetOf(document, finding)))) {
    return false;
  }
  if (finding.about === 'unknown-key') {
    const section = extentOf(document, finding.path.slice(0, -1));
    return section === undefined || !errorLines.has(lineOf(source, section[0]));
  }
  const value = valueAt(content, finding.path);
  const extent = extentOf(document, finding.path);
  const [start, end] = extent ?? [0, 0];
  const broken = source.syntaxMistakes.some(({ offset }) => offset >= start && offset <= end);
  return value !== null && value !== undefined && !broken;
}

function findingProblem(source: YamlSource, file: string, finding: Finding): Problem {
  const offset = source.document === undefined ? 0 : offsetOf(source.document, finding);
  const allowed = finding.allowed === undefined ? {} : { allowed: finding.allowed };
  return { ...textProblem(source, file, { ...finding, offset }), ...allowed };
}

function textProblem(source: YamlSource, file: string, { offset, path, message }: TextMistake): Problem {
  const { line, col } = source.lines.linePos(offset);
  return { file, line, column: col, path: pathText(path), message: message.replace(CONTROL_CHARACTERS, ' ') };
}

function lineOf(source: YamlSource, offset: number): number {
  return source.lines.linePos(offset).line;
}

function bad(problems: readonly Problem[], digest: string): BadConfiguration {
  return { ok: false, problems, digest };
}
