/** The scheduler extender protocol for filter and prioritize: keys in any case, node lists untouched. */
import { FieldError } from '../../json/field-error.ts';
import { type Parsed, parsed } from '../../json/problem.ts';
import { type Slice, valueIn } from '../../json/scan.ts';
import type { FilterResult } from '../filter/filter.ts';
import type { OtherNode } from '../filter/other-nodes.ts';
import { MOST_NAMES } from '../names/name-list.ts';
import { type BodyReader, readBody } from './body-reader.ts';
import { WholeObjectsError } from './whole-objects.ts';

export interface NodeLists {
  readonly nodeNames: readonly string[] | null;
  readonly nodes: WholeNodes | null;
}

/** Filter and prioritize ask with the same arguments. */
export interface ExtenderArgs extends NodeLists {
  /** Where the pod's object lies in the body. */
  readonly pod: Slice;
}

/** A node list exactly as it came, for the answer: its 64-bit numbers would not survive JSON.parse. */
export interface WholeNodes {
  readonly raw: Uint8Array;
  readonly names: readonly string[];
  /** Where each node lies in `raw`. */
  readonly items: readonly Slice[];
}

/** What is said of the nodes of a list. */
export type ListResult = Pick<FilterResult, 'passes' | 'reasonOf'> & Partial<Pick<FilterResult, 'others'>>;

/** By the list: all pass where there is none. */
export interface ListResults {
  readonly nodeNames?: ListResult | undefined;
  readonly nodes?: ListResult | undefined;
}

/** `takesWhole`: whether whole nodes are read, or refused. */
export function parseExtenderArgs(bytes: Buffer, takesWhole: boolean): Parsed<ExtenderArgs> {
  let nodeNames: ExtenderArgs['nodeNames'] = null;
  let nodes: ExtenderArgs['nodes'] = null;
  const pod = readBody(bytes, (body) => ({
    nodenames: () => {
      nodeNames = readNames(body);
    },
    nodes: () => {
      nodes = readNodes(body, takesWhole);
    },
  }));
  return pod.ok ? parsed({ pod: pod.value, nodeNames, nodes }) : pod;
}

/**
 * Both node fields are answered in the form they were asked in; with neither, an empty list and never null. Arktos does
 * not know FailedAndUnresolvableNodes: with `bothMaps` the refused are in FailedNodes too.
 */
export function writeFilterResult(lists: NodeLists, results: ListResults, bothMaps: boolean): Buffer {
  return Buffer.concat(filterResultPieces(lists, results, bothMaps));
}

/** The same without a copy of the nodes, which may be many megabytes. */
export function filterResultPieces(
  { nodeNames, nodes }: NodeLists,
  results: ListResults,
  bothMaps: boolean,
): Uint8Array[] {
  const failed = new Map<string, string>();
  const passing = (names: readonly string[], result: ListResult | undefined) =>
    names.filter((name, index) => {
      if (result === undefined || result.passes[index] === 1) return true;
      failed.set(name, result.reasonOf(index));
      return false;
    });
  const passingNames = nodeNames && passing(nodeNames, results.nodeNames);
  const names = passingNames ?? (nodes === null ? [] : null);
  const passingNodes = nodes && passing(nodes.names, results.nodes);
  const whole =
    nodes === null || passingNodes?.length === nodes.names.length
      ? [nodes?.raw ?? Buffer.from('null')]
      : partOf(nodes, results.nodes?.passes);
  const others = [...(results.nodes?.others ?? []), ...(results.nodeNames?.others ?? [])];
  const { resolvable, unresolvable } = failedMaps(
    JSON.stringify(Object.fromEntries(failed)),
    others,
    bothMaps,
  );
  return [
    Buffer.from('{"Nodes":'),
    ...whole,
    Buffer.from(
      `,"NodeNames":${JSON.stringify(names)},"FailedNodes":${resolvable},` +
        `"FailedAndUnresolvableNodes":${unresolvable},"Error":""}`,
    ),
  ];
}

/** The list without some of its nodes, every other byte as it came. */
function partOf({ raw, items }: WholeNodes, passes: Uint8Array | undefined): Uint8Array[] {
  const [first, last] = [items[0], items.at(-1)];
  if (first === undefined || last === undefined) return [raw];
  const kept = items.filter((_, index) => passes?.[index] === 1);
  const between = kept.flatMap(({ start, end }, index) => [
    ...(index === 0 ? [] : [Buffer.from(',')]),
    raw.subarray(start, end),
  ]);
  return [raw.subarray(0, first.start), ...between, raw.subarray(last.end)];
}

/** Scores are integers by contract: Go refuses 7.5 and "7". */
export function writeHostPriorities(names: readonly string[], scores: Uint8Array): string {
  return JSON.stringify(names.map((Host, index) => ({ Host, Score: scores[index] ?? 0 })));
}

function readNames(body: BodyReader): string[] | null {
  const start = body.position;
  if (!body.has('array', 'NodeNames', 'must be a list of strings or null')) return null;
  body.elements((index) => {
    if (index >= MOST_NAMES) {
      throw new FieldError('NodeNames', `must not have more than ${MOST_NAMES} names`);
    }
    body.skip();
  });
  const names = valueIn(body.bytes, { start, end: body.position });
  if (!Array.isArray(names)) throw new FieldError('NodeNames', 'must be a list of strings or null');
  const wrong = names.findIndex((name) => typeof name !== 'string');
  if (wrong >= 0) throw new FieldError(`NodeNames[${wrong}]`, 'must be a string');
  return names;
}

function readNodes(body: BodyReader, takesWhole: boolean): WholeNodes | null {
  const start = body.position;
  if (!body.has('object', 'Nodes', 'must be an object with items, or null')) return null;
  if (!takesWhole) throw new WholeObjectsError('Nodes');
  let list: Omit<WholeNodes, 'raw'> | null | undefined;
  const readList = () => {
    list = readItems(body, start);
  };
  body.fields({ items: readList });
  return list ? { raw: body.bytes.subarray(start, body.position), ...list } : null;
}

function readItems(body: BodyReader, listStart: number): Omit<WholeNodes, 'raw'> | null {
  if (!body.has('array', 'Nodes.items', 'must be a list or null')) return null;
  const names: string[] = [];
  const items: Slice[] = [];
  body.elements((index) => {
    if (index >= MOST_NAMES) {
      throw new FieldError('Nodes.items', `must not have more than ${MOST_NAMES} nodes`);
    }
    const start = body.position - listStart;
    const name = body.textAt(['metadata', 'name']);
    if (name === undefined) throw new FieldError(`Nodes.items[${index}].metadata.name`, 'must be a string');
    names.push(name);
    items.push({ start, end: body.position - listStart });
  });
  return { names, items };
}

/** Both maps of refused nodes. `refused` is the JSON object of those of the call. */
export function failedMaps(refused: string, others: readonly OtherNode[], bothMaps: boolean) {
  if (others.length === 0) return { resolvable: bothMaps ? refused : '{}', unresolvable: refused };
  const members = (nodes: readonly OtherNode[]) =>
    nodes.map(({ name, reason }) => `${JSON.stringify(name)}:${JSON.stringify(reason)}`);
  const own = refused === '{}' ? [] : [refused.slice(1, -1)];
  const unresolvable = [...own, ...members(others.filter((node) => !node.resolvable))];
  const resolvable = members(others.filter((node) => node.resolvable));
  const all = bothMaps ? [...unresolvable, ...resolvable] : resolvable;
  return { resolvable: `{${all.join(',')}}`, unresolvable: `{${unresolvable.join(',')}}` };
}
