/** A filter or prioritize call: a pod, the nodes that it may go to, and how to answer in the form that was asked in. */
import type { ClusterView } from '../../cluster/view.ts';
import { type Parsed, parsed } from '../../json/problem.ts';
import { type NamedNodes, namedNodes } from '../account/named-nodes.ts';
import type { NameTable } from '../names/name-table.ts';
import { type CallByNames, createNamesReader, type NamePlaces } from '../names/names-reader.ts';
import { writeNamesPriorities, writeNamesResult } from '../names/names-writer.ts';
import {
  type ListResult,
  type ListResults,
  type NodeLists,
  parseExtenderArgs,
  writeFilterResult,
  writeHostPriorities,
} from './extender-args.ts';
import { type PodFinder, type PodInCall, podFinder } from './pod-in-call.ts';

/** What is answered; when it is large in pieces, each made when it is sent. */
export type AnswerText = string | Buffer | Iterable<Uint8Array>;

export interface NodesCall {
  readonly pod: PodInCall;
  /** Nearly always one. Where there are names and whole nodes, the names are last: those the scheduler goes by. */
  readonly lists: readonly NamedNodes[];
  /** With one result for each list. */
  filterResult(results: readonly ListResult[], bothMaps: boolean): AnswerText;
  /** With the scores of the last list. */
  hostPriorities(scores: Uint8Array): AnswerText;
}

export type NodesCallReader = (bytes: Buffer) => Parsed<NodesCall>;

/** Names, which nearly every call consists of, are read and written as bytes; whatever is unusual takes the plain way. */
export function nodesCallReader(names: NameTable, view: ClusterView, takesWhole: boolean): NodesCallReader {
  const readNames = createNamesReader(names);
  const readPlainly = plainCallReader(view, takesWhole);
  const findPod = podFinder();
  return (bytes) => {
    const call = readNames(bytes);
    return call === null ? readPlainly(bytes) : parsed(quickCall(bytes, call, findPod));
  };
}

/** For every form of body that there is, and for saying what is wrong with one. Slower, and the measure of the other. */
export function plainCallReader(view: ClusterView, takesWhole: boolean): NodesCallReader {
  const findPod = podFinder();
  return (bytes) => {
    const args = parseExtenderArgs(bytes, takesWhole);
    if (!args.ok) return args;
    return parsed(callByLists(args.value, findPod(bytes, args.value.pod), view));
  };
}

/** `write` makes the answer to a filter call, in one piece or in several. */
export function callByLists(
  args: NodeLists,
  pod: PodInCall,
  view: ClusterView,
  write: (args: NodeLists, results: ListResults, bothMaps: boolean) => AnswerText = writeFilterResult,
): NodesCall {
  const { nodes, nodeNames } = args;
  const names = [nodes?.names, nodeNames].flatMap((list) => (list ? [list] : []));
  return {
    pod,
    lists: names.map((list) => namedNodes(list, view)),
    filterResult: (results, bothMaps) => write(args, resultsOf(args, results), bothMaps),
    hostPriorities: (scores) => writeHostPriorities(names.at(-1) ?? [], scores),
  };
}

function resultsOf({ nodeNames }: NodeLists, results: readonly ListResult[]): ListResults {
  return { nodes: results[0], nodeNames: nodeNames ? results.at(-1) : undefined };
}

function quickCall(bytes: Buffer, call: CallByNames, findPod: PodFinder): NodesCall {
  return callByNames(bytes, call, call.numbers, findPod(bytes, call.pod, call.identity));
}

export function callByNames(
  bytes: Buffer,
  places: NamePlaces,
  numbers: Int32Array,
  pod: PodInCall,
): NodesCall {
  const { count, starts, ends } = places;
  const nameOf = (index: number) => bytes.toString('utf8', starts[index], ends[index]);
  return {
    pod,
    lists: [{ count, numbers, nameOf }],
    filterResult: ([result], bothMaps) => writeNamesResult(bytes, places, result ?? passing(count), bothMaps),
    hostPriorities: (scores) => writeNamesPriorities(bytes, places, scores),
  };
}

export function passing(count: number): ListResult {
  return { passes: new Uint8Array(count).fill(1), reasonOf: () => '' };
}
