/** The scheduler extender protocol for filter and prioritize: keys in any case, node lists untouched. */
import type { Parsed } from '../json/problem.ts';
import { eachElement, expectEnd, type Slice, skipValue, typeAt } from '../json/scan.ts';
import { eachField, FieldError, reading, readPod, readTextAt } from './fields.ts';

/** Filter and prioritize ask with the same arguments. */
export interface ExtenderArgs {
  /** Where the pod's object lies in the body. */
  readonly pod: Slice;
  readonly nodeNames: readonly string[] | null;
  readonly nodes: WholeNodes | null;
}

/** A node list exactly as it came, for the answer: its 64-bit numbers would not survive JSON.parse. */
export interface WholeNodes {
  readonly raw: Buffer;
  readonly names: readonly string[];
  /** Where each node lies in `raw`. */
  readonly items: readonly Slice[];
}

/** What is said of each node of a list, by its index. */
export interface ListVerdicts {
  passes(index: number): boolean;
  reasonOf(index: number): string;
}

export interface FilterVerdicts {
  readonly nodeNames: ListVerdicts;
  readonly nodes: ListVerdicts;
  /** Arktos does not know FailedAndUnresolvableNodes. */
  readonly bothMaps: boolean;
}

export const PASS: ListVerdicts = { passes: () => true, reasonOf: () => '' };
const PASS_ALL: FilterVerdicts = { nodeNames: PASS, nodes: PASS, bothMaps: false };

export function parseExtenderArgs(bytes: Buffer): Parsed<ExtenderArgs> {
  return reading(bytes, () => {
    let pod: Slice | undefined;
    let nodeNames: ExtenderArgs['nodeNames'] = null;
    let nodes: ExtenderArgs['nodes'] = null;
    const end = eachField(bytes, 0, {
      pod: (start) => {
        pod = readPod(bytes, start);
        return pod.end;
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
    if (pod === undefined) throw new FieldError('Pod', 'must be an object');
    return { pod, nodeNames, nodes };
  });
}

/** Both node fields are answered in the form they were asked in; with neither, an empty list and never null. */
export function writeFilterResult(
  { nodeNames, nodes }: ExtenderArgs,
  { bothMaps, ...verdicts }: FilterVerdicts = PASS_ALL,
): Buffer {
  const failed = new Map<string, string>();
  const passing = (names: readonly string[], { passes, reasonOf }: ListVerdicts) =>
    names.filter((name, index) => {
      if (passes(index)) return true;
      failed.set(name, reasonOf(index));
      return false;
    });
  const passingNames = nodeNames && passing(nodeNames, verdicts.nodeNames);
  const names = passingNames ?? (nodes === null ? [] : null);
  const passingNodes = nodes && passing(nodes.names, verdicts.nodes);
  const whole =
    nodes === null || passingNodes?.length === nodes.names.length
      ? [nodes?.raw ?? Buffer.from('null')]
      : partOf(nodes, verdicts.nodes.passes);
  const unresolvable = JSON.stringify(Object.fromEntries(failed));
  return Buffer.concat([
    Buffer.from('{"Nodes":'),
    ...whole,
    Buffer.from(
      `,"NodeNames":${JSON.stringify(names)},"FailedNodes":${bothMaps ? unresolvable : '{}'},` +
        `"FailedAndUnresolvableNodes":${unresolvable},"Error":""}`,
    ),
  ]);
}

/** The list without some of its nodes, every other byte as it came. */
function partOf({ raw, items }: WholeNodes, passes: (index: number) => boolean): Buffer[] {
  const [first, last] = [items[0], items.at(-1)];
  if (first === undefined || last === undefined) return [raw];
  const kept = items.filter((_, index) => passes(index));
  const between = kept.flatMap(({ start, end }, index) => [
    ...(index === 0 ? [] : [Buffer.from(',')]),
    raw.subarray(start, end),
  ]);
  return [raw.subarray(0, first.start), ...between, raw.subarray(last.end)];
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
  const list: { read: Omit<WholeNodes, 'raw'> | null } = { read: null };
  const end = eachField(bytes, at, {
    items: (start) =>
      readItems(bytes, start, at, (value) => {
        list.read = value;
      }),
  });
  if (list.read !== null) found({ raw: bytes.subarray(at, end), ...list.read });
  return end;
}

function readItems(
  bytes: Buffer,
  at: number,
  listStart: number,
  found: (read: Omit<WholeNodes, 'raw'> | null) => void,
): number {
  const type = typeAt(bytes, at);
  if (type !== 'array' && type !== 'null') throw new FieldError('Nodes.items', 'must be a list or null');
  if (type === 'null') {
    found(null);
    return skipValue(bytes, at);
  }
  const names: string[] = [];
  const items: Slice[] = [];
  const end = eachElement(bytes, at, (index, start) => {
    const stop = readTextAt(bytes, start, ['metadata', 'name'], (name) => {
      if (name === undefined) throw new FieldError(`Nodes.items[${index}].metadata.name`, 'must be a string');
      names.push(name);
    });
    items.push({ start: start - listStart, end: stop - listStart });
    return stop;
  });
  found({ names, items });
  return end;
}
