/** Reads everything that is to be checked, and keeps the way back to the text. */
import { resolve } from 'node:path';
import { fieldBelow } from '../json/path.ts';
import { documentsIn, linesOf } from '../yaml/documents.ts';
import type { DuplicateKey } from '../yaml/tree.ts';
import { isLargeOther, type Role, roleOf } from './kinds.ts';
import { readDocument } from './manifest/document.ts';
import { manifestFiles, STANDARD_INPUT } from './manifest/files.ts';
import { type ManifestObject, objectsIn } from './manifest/objects.ts';
import { type ReadInput, readManifest } from './manifest/text.ts';
import type { InputProblem, Place } from './report/report.ts';

/** Of one document; the first ones show what went wrong. */
const MOST_STRANGERS = 20;

export interface InputObject {
  readonly object: ManifestObject;
  readonly role: Role;
  /** Fields that are given twice, where they are given again. */
  readonly duplicates: readonly { readonly field: string; readonly place: Place }[];
  placeOf(field: string): Place;
}

export interface CheckInput {
  readonly objects: InputObject[];
  readonly problems: InputProblem[];
  passedOver: number;
}

export async function readInput(
  args: readonly string[],
  standardInput: ReadInput,
  reading: (file: string) => void = () => {},
): Promise<CheckInput> {
  const input: CheckInput = { objects: [], problems: [], passedOver: 0 };
  const read = new Set<string>();
  for (const argument of args) {
    const { files, problems } = manifestFiles(argument);
    input.problems.push(...problems);
    const isGiven = files.length === 1 && files[0] === argument;
    const before = amountOf(input);
    const fresh = files.filter((file) => !read.has(resolve(file)));
    for (const file of fresh) {
      read.add(resolve(file));
      reading(file);
      await readFile(file, isGiven, input, standardInput);
    }
    // What holds nothing at all is a mistake in the call, and a check that passes would hide it.
    if (fresh.length > 0 && amountOf(input) === before) {
      const file = argument === STANDARD_INPUT ? 'stdin' : argument;
      input.problems.push({ file, field: '', message: 'nothing to check: holds no Kubernetes object' });
    }
  }
  return input;
}

function amountOf({ objects, problems, passedOver }: CheckInput): number {
  return objects.length + problems.length + passedOver;
}

async function readFile(argument: string, isGiven: boolean, input: CheckInput, standardInput: ReadInput) {
  const manifest = await readManifest(argument, standardInput);
  const { file } = manifest;
  if (!manifest.ok) {
    input.problems.push({ file, field: '', message: manifest.message });
    return;
  }
  const lines = linesOf(manifest.text);
  const placeAt = (offset: number): Place => {
    const { line, col } = lines.linePos(offset);
    return { file, line, column: col };
  };
  for (const document of documentsIn(manifest.text)) {
    if (isLargeOther(document.text)) {
      input.passedOver += 1;
      continue;
    }
    const { tree, mistakes, duplicates } = readDocument(document);
    for (const { offset, message } of mistakes) {
      input.problems.push({ ...placeAt(offset), field: '', message });
    }
    if (tree === undefined) continue;
    const { objects, strangers } = objectsIn(tree.content);
    const place = (path: string) => placeAt(tree.keyOffset(path));
    // Folders hold other YAML than manifests; a file that is named is meant.
    const problems = strangers.filter(({ suspicious }) => isGiven || suspicious);
    for (const { path, message } of problems.slice(0, MOST_STRANGERS)) {
      input.problems.push({ ...place(path), field: path, message });
    }
    const claimed = new Set<DuplicateKey>();
    for (const object of objects) {
      const role = roleOf(object);
      const own = isJudged(role) ? duplicates.filter(({ path }) => isBelow(path, object.path)) : [];
      for (const duplicate of own) claimed.add(duplicate);
      const placed = own.map(({ path, offset }) => ({
        field: path.slice(object.path === '' ? 0 : object.path.length + 1),
        place: placeAt(offset),
      }));
      if (role.as === 'other') input.passedOver += 1;
      else {
        const placeOf = (field: string) => place(fieldBelow(object.path, field));
        input.objects.push({ object, role, duplicates: placed, placeOf });
      }
    }
    for (const { key, offset, message } of duplicates.filter((entry) => !claimed.has(entry))) {
      const text = `key ${JSON.stringify(key)} ${message}`;
      input.problems.push({ ...placeAt(offset), field: '', message: text });
    }
  }
}

/** What the report has a line for; of all others a mistake in the text is a problem of the file. */
function isJudged({ as }: Role): boolean {
  return as === 'daemonset' || as === 'pod' || as === 'workload';
}

function isBelow(path: string, object: string): boolean {
  return object === '' || path.startsWith(`${object}.`);
}
