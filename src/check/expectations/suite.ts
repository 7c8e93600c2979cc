/** What a folder of manifests is to say, as somebody has written it down beside them. */
import { dirname, join } from 'node:path';
import { isObject, type JsonObject } from '../../json/object.ts';
import { documentsIn, linesOf } from '../../yaml/documents.ts';
import { readYaml, type YamlTree } from '../../yaml/tree.ts';
import { readManifest } from '../manifest/text.ts';
import { EVERY_CODE } from '../report/code-words.ts';
import type { InputProblem } from '../report/report.ts';

const KIND = 'CheckExpectations';
const API_VERSION = 'daemonward.dev/v1alpha1';

/** The file's own name, so that a folder can be given as a whole. */
export const SUITE_NAME = /^(?:.*[.-])?expect\.ya?ml$/;

export interface ExpectedCase {
  /** As the checks name it. */
  readonly file: string;
  /** `DaemonSet team-a/cache`, or undefined for all of the file. */
  readonly object: string | undefined;
  /** Every code that refuses or warns, and no other. */
  readonly codes: readonly string[];
  readonly line: number;
}

export interface Suite {
  readonly path: string;
  readonly config: string | undefined;
  readonly snapshots: readonly string[];
  readonly namespace: string | undefined;
  readonly cases: readonly ExpectedCase[];
}

export type ReadSuite =
  | { readonly ok: true; readonly suite: Suite }
  | { readonly ok: false; readonly problems: readonly InputProblem[] };

const KEYS = ['apiVersion', 'kind', 'config', 'snapshots', 'namespace', 'cases'];
const CASE_KEYS = ['file', 'object', 'expect'];

export async function readSuite(path: string): Promise<ReadSuite> {
  const read = await readManifest(path, async () => Buffer.alloc(0));
  if (!read.ok) return failed([{ file: path, field: '', message: read.message }]);
  const [document, ...others] = [...documentsIn(read.text)];
  if (document === undefined || others.length > 0) {
    return failed([{ file: path, field: '', message: 'must be one document' }]);
  }
  const tree = readYaml(document, 'strict');
  const lines = linesOf(read.text);
  const at = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return { file: path, line, column: col };
  };
  if ('unreadable' in tree) {
    return failed([{ ...at(tree.unreadable.offset), field: '', message: tree.unreadable.message }]);
  }
  const [broken] = [...tree.syntax, ...tree.aliases, ...tree.duplicates];
  if (broken !== undefined) return failed([{ ...at(broken.offset), field: '', message: broken.message }]);
  const mistakes: Mistake[] = [];
  const suite = suiteIn(tree, path, (field) => at(tree.keyOffset(field)).line, mistakes);
  if (mistakes.length === 0) return { ok: true, suite };
  return failed(mistakes.map(({ field, message }) => ({ ...at(tree.keyOffset(field)), field, message })));
}

interface Mistake {
  readonly field: string;
  readonly message: string;
}

function failed(problems: readonly InputProblem[]): ReadSuite {
  return { ok: false, problems };
}

function suiteIn(
  { content }: YamlTree,
  path: string,
  lineOf: (field: string) => number,
  mistakes: Mistake[],
): Suite {
  const root = isObject(content) ? content : {};
  const beside = (file: string) => join(dirname(path), file);
  for (const [field, wanted] of [
    ['apiVersion', API_VERSION],
    ['kind', KIND],
  ] as const) {
    if (root[field] !== wanted) mistakes.push({ field, message: `must be ${wanted}` });
  }
  unknownKeys(root, KEYS, '', mistakes);
  const cases = Array.isArray(root.cases) ? root.cases : [];
  if (cases.length === 0) mistakes.push({ field: 'cases', message: 'must be a list of at least one case' });
  const config = textIn(root, 'config', '', mistakes);
  return {
    path,
    config: config === undefined ? undefined : beside(config),
    snapshots: textsIn(root, 'snapshots', '', mistakes).map(beside),
    namespace: textIn(root, 'namespace', '', mistakes),
    cases: cases.map((entry: unknown, index) => {
      const field = `cases[${index}]`;
      return { ...caseIn(entry, field, beside, mistakes), line: lineOf(field) };
    }),
  };
}

function caseIn(entry: unknown, field: string, beside: (file: string) => string, mistakes: Mistake[]) {
  const given = isObject(entry) ? entry : {};
  unknownKeys(given, CASE_KEYS, `${field}.`, mistakes);
  const file = textIn(given, 'file', `${field}.`, mistakes);
  if (file === undefined) mistakes.push({ field: `${field}.file`, message: 'is missing' });
  if (given.expect === undefined) {
    mistakes.push({ field: `${field}.expect`, message: 'is missing; [] means that nothing is found' });
  }
  const codes = textsIn(given, 'expect', `${field}.`, mistakes);
  for (const [index, code] of codes.entries()) {
    if (!EVERY_CODE.some((known) => known === code)) {
      mistakes.push({ field: `${field}.expect[${index}]`, message: `there is no code "${code}"` });
    }
  }
  return { file: beside(file ?? ''), object: textIn(given, 'object', `${field}.`, mistakes), codes };
}

function unknownKeys(
  object: JsonObject,
  known: readonly string[],
  prefix: string,
  mistakes: Mistake[],
): void {
  for (const key of Object.keys(object)) {
    if (known.includes(key)) continue;
    mistakes.push({ field: `${prefix}${key}`, message: `unknown key, known here: ${known.join(', ')}` });
  }
}

function textIn(object: JsonObject, key: string, prefix: string, mistakes: Mistake[]): string | undefined {
  const value = object[key];
  if (value === undefined) return undefined;
  if (typeof value === 'string' && value !== '') return value;
  mistakes.push({ field: `${prefix}${key}`, message: 'must be text' });
  return undefined;
}

function textsIn(object: JsonObject, key: string, prefix: string, mistakes: Mistake[]): readonly string[] {
  const value = object[key] ?? [];
  if (Array.isArray(value) && value.every((entry) => typeof entry === 'string')) return value;
  mistakes.push({ field: `${prefix}${key}`, message: 'must be a list of texts' });
  return [];
}
