/** A filter or prioritize call: a pod, the nodes that it may go to, and how to answer in the form that was asked in. */
import type { ClusterView } from '../../cluster/view.ts';
import { type Parsed, parsed } from '../../json/problem.ts';
import { type NamedNodes, namedNodes } from '../account/named-nodes.ts';
import type { NameTable } from '../names/name-table.ts';
import { type CallByNames, createNamesReader } from '../names/names-reader.ts';
import { writeNamesPriorities, writeNamesResult } from '../names/names-writer.ts';
import {
  type ListResult,
  parseExtenderArgs,
  writeFilterResult,
  writeHostPriorities,
} from './extender-args.ts';
import type { PodInBody } from './pod-reader.ts';

export interface NodesCall extends PodInBody {
  /** Nearly always one. Where there are names and whole nodes, the names are last: those the scheduler goes by. */
  readonly lists: readonly NamedNodes[];
  /** With one result for each list. */
  filterResult(results: readonly ListResult[], bothMaps: boolean): Buffer;
  /** With the scores of the last list. */
  hostPriorities(scores: Uint8Array): string | Buffer;
}

export type NodesCallReader = (bytes: Buffer) => Parsed<NodesCall>;

/** Names, which nearly every call consists of, are read and written as bytes; whatever is unusual takes the plain way. */
export function nodesCallReader(names: NameTable, view: ClusterView, takesWhole: boolean): NodesCallReader {
  const readNames = createNamesReader(names);
  const readPlainly = plainCallReader(view, takesWhole);
  return (bytes) => {
    const call = readNames(bytes);
    return call === null ? readPlainly(bytes) : parsed(quickCall(bytes, call));
  };
}

/** For every form of body that there is, and for saying what is wrong with one. Slower, and the measure of the other. */
export function plainCallReader(view: ClusterView, takesWhole: boolean): NodesCallReader {
  return (bytes) => {
    const args = parseExtenderArgs(bytes, takesWhole);
    if (!args.ok) return args;
    const { pod, nodes, nodeNames } = args.value;
    const names = [nodes?.names, nodeNames].flatMap((list) => (list ? [list] : []));
    return parsed<NodesCall>({
      pod,
      lists: names.map((list) => namedNodes(list, view)),
      filterResult: (results, bothMaps) => {
        const ofNames = nodeNames ? results.at(-1) : undefined;
        return writeFilterResult(args.value, { nodes: results[0], nodeNames: ofNames }, bothMaps);
      },
      hostPriorities: (scores) => writeHostPriorities(names.at(-1) ?? [], scores),
    });
  };
}

function quickCall(bytes: Buffer, call: CallByNames): NodesCall {
  const { pod, identity, count, numbers, starts, ends } = call;
  const nameOf = (index: number) => bytes.toString('utf8', starts[index], ends[index]);
  return {
    pod,
    identity,
    lists: [{ count, numbers, nameOf }],
    filterResult: ([result], bothMaps) => writeNamesResult(bytes, call, result ?? passing(count), bothMaps),
    hostPriorities: (scores) => writeNamesPriorities(bytes, call, scores),
  };
}

function passing(count: number): ListResult {
  return { passes: new Uint8Array(count).fill(1), reasonOf: () => '' };
}
