/** The scheduler extender protocol for filter and prioritize: keys in any case, node lists untouched. */
import type { Parsed } from '../json/problem.ts';
import { eachElement, expectEnd, skipValue, typeAt } from '../json/scan.ts';
import { checkPod, eachField, FieldError, reading, readTextAt } from './fields.ts';

/** Filter and prioritize ask with the same arguments. */
export interface ExtenderArgs {
  readonly nodeNames: readonly string[] | null;
  /** The node list exactly as it came, for the answer: its 64-bit numbers would not survive JSON.parse. */
  readonly nodes: { readonly raw: Buffer; readonly names: readonly string[] } | null;
}

export function parseExtenderArgs(bytes: Buffer): Parsed<ExtenderArgs> {
  return reading(bytes, () => {
    let hasPod = false;
    let nodeNames: ExtenderArgs['nodeNames'] = null;
    let nodes: ExtenderArgs['nodes'] = null;
    const end = eachField(bytes, 0, {
      pod: (start) => {
        hasPod = true;
        return checkPod(bytes, start);
      },
      nodenames: (start) =>
        readNames(bytes, start, (names) => {
          nodeNames = names;
        }),
      nodes: (start) =>
        readNodes(bytes, start, (value) => {
          nodes = value;
        }),
    });
    expectEnd(bytes, end);
    if (!hasPod) throw new FieldError('Pod', 'must be an object');
    return { nodeNames, nodes };
  });
}

/** Both node fields are answered in the form they were asked in; with neither, an empty list and never null. */
export function writeFilterResult(args: ExtenderArgs): Buffer {
  const names = args.nodeNames ?? (args.nodes === null ? [] : null);
  return Buffer.concat([
    Buffer.from('{"Nodes":'),
    args.nodes?.raw ?? Buffer.from('null'),
    Buffer.from(
      `,"NodeNames":${JSON.stringify(names)},"FailedNodes":{},"FailedAndUnresolvableNodes":{},"Error":""}`,
    ),
  ]);
}

/** Scores are integers by contract: Go refuses 7.5 and "7". */
export function writeHostPriorities(hosts: Iterable<readonly [host: string, score: number]>): string {
  return JSON.stringify(Array.from(hosts, ([Host, Score]) => ({ Host, Score })));
}

function readNames(bytes: Buffer, at: number, found: (names: string[] | null) => void): number {
  const end = skipValue(bytes, at);
  // Checked by the walk above, so that this cannot throw; one call for all names is much quicker than one for each.
  const names: unknown = JSON.parse(bytes.toString('utf8', at, end));
  if (names !== null && !Array.isArray(names)) {
    throw new FieldError('NodeNames', 'must be a list of strings or null');
  }
  const wrong = names?.findIndex((name) => typeof name !== 'string') ?? -1;
  if (wrong >= 0) throw new FieldError(`NodeNames[${wrong}]`, 'must be a string');
  found(names);
  return end;
}

function readNodes(bytes: Buffer, at: number, found: (nodes: ExtenderArgs['nodes']) => void): number {
  const type = typeAt(bytes, at);
  if (type !== 'object' && type !== 'null')
    throw new FieldError('Nodes', 'must be an object with items, or null');
  found(null);
  if (type === 'null') return skipValue(bytes, at);
  let names: string[] | null = null;
  const end = eachField(bytes, at, {
    items: (start) =>
      readItems(bytes, start, (read) => {
        names = read;
      }),
  });
  if (names !== null) found({ raw: bytes.subarray(at, end), names });
  return end;
}

function readItems(bytes: Buffer, at: number, found: (names: string[] | null) => void): number {
  const type = typeAt(bytes, at);
  if (type !== 'array' && type !== 'null') throw new FieldError('Nodes.items', 'must be a list or null');
  if (type === 'null') {
    found(null);
    return skipValue(bytes, at);
  }
  const names: string[] = [];
  const end = eachElement(bytes, at, (index, start) =>
    readTextAt(bytes, start, ['metadata', 'name'], (name) => {
      if (name === undefined) throw new FieldError(`Nodes.items[${index}].metadata.name`, 'must be a string');
      names.push(name);
    }),
  );
  found(names);
  return end;
}
