/**
 * A large call, read away from the thread that decides: what is left for that one is to find the nodes of the names, to
 * decide and to answer. A digest is data, to be sent from thread to thread.
 */
import { ClusterStore } from '../../cluster/store/store.ts';
import type { ClusterView } from '../../cluster/view.ts';
import { beyond } from '../../json/extent.ts';
import { invalidField, type Parsed, parsed, tooManyValues, type Unparsed } from '../../json/problem.ts';
import { NameTable } from '../names/name-table.ts';
import { createNamesReader, type NamePlaces } from '../names/names-reader.ts';
import { priorityPieces, resultPieces } from '../names/names-writer.ts';
import { bodyWords, hashName } from '../names/word-reader.ts';
import { filterResultPieces, type NodeLists, parseExtenderArgs } from './extender-args.ts';
import { callByLists, callByNames, type NodesCall, passing } from './nodes-call.ts';
import { digestOf, type PodDigest, podFinder, podOf } from './pod-in-call.ts';
import { parsePreemptionArgs, type VictimsOfNode } from './preemption-args.ts';

export interface NamesDigest extends NamePlaces {
  readonly kind: 'names';
  readonly pod: PodDigest;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Of each name, with the seed of the table. */
  readonly hashes: Int32Array<ArrayBuffer>;
}

export interface ListsDigest extends NodeLists {
  readonly kind: 'lists';
  readonly pod: PodDigest;
}

export interface PreemptionDigest {
  readonly kind: 'preemption';
  readonly pod: PodDigest;
  readonly candidates: readonly VictimsOfNode[];
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export type CallDigest = NamesDigest | ListsDigest | PreemptionDigest;

export interface DigestOptions {
  /** Whether whole nodes and victims are read, or refused. */
  readonly takesWhole: boolean;
  /** Of the table that the names will be looked up in. */
  readonly seed: number;
}

export type CallDigester = (path: string, bytes: Buffer<ArrayBuffer>) => Parsed<CallDigest>;

export function callDigester({ takesWhole, seed }: DigestOptions): CallDigester {
  const findPod = podFinder();
  // No name is known here: the reader only finds where each of them lies.
  const readNames = createNamesReader(new NameTable(new ClusterStore(NOWHERE), seed));

  const digestNames = (bytes: Buffer<ArrayBuffer>, pod?: PodDigest): NamesDigest | null => {
    const call = readNames(bytes);
    if (call === null) return null;
    const { count } = call;
    const [starts, ends] = [call.starts.slice(0, count), call.ends.slice(0, count)];
    const hashes = hashesOf(bytes, starts, seed);
    const ofPod = pod ?? digestOf(findPod(bytes, call.pod, call.identity));
    return { kind: 'names', pod: ofPod, bytes, count, starts, ends, hashes };
  };

  const digestPlainly = (bytes: Buffer<ArrayBuffer>): Parsed<CallDigest> => {
    const args = parseExtenderArgs(bytes, takesWhole);
    if (!args.ok) return args;
    const { pod: slice, nodeNames, nodes } = args.value;
    const pod = digestOf(findPod(bytes, slice));
    if (nodes !== null) return parsed({ kind: 'lists', pod, nodeNames, nodes });
    const names = JSON.stringify(nodeNames ?? []);
    const digest = digestNames(ownBytes(`{"Pod":{"metadata":{}},"NodeNames":${names}}`), pod);
    return digest === null ? invalidField('NodeNames', 'must be names of nodes') : parsed(digest);
  };

  const digestPreemption = (bytes: Buffer<ArrayBuffer>): Parsed<CallDigest> => {
    const args = parsePreemptionArgs(bytes, takesWhole);
    if (!args.ok) return args;
    const { pod, candidates } = args.value;
    return parsed({ kind: 'preemption', pod: digestOf(findPod(bytes, pod)), candidates, bytes });
  };

  return (path, bytes) => {
    const endless = takesWhole ? null : endlessValues(bytes);
    if (endless !== null) return endless;
    if (path === '/scheduler/preempt') return digestPreemption(bytes);
    const digest = digestNames(bytes);
    return digest === null ? digestPlainly(bytes) : parsed(digest);
  };
}

/** The call of a digest. Which nodes its names mean is looked up at this moment. */
export function callOf(digest: NamesDigest | ListsDigest, table: NameTable, view: ClusterView): NodesCall {
  const pod = podOf(digest.pod);
  if (digest.kind === 'lists') return callByLists(digest, pod, view, filterResultPieces);
  const { buffer, byteOffset, length } = digest.bytes;
  const bytes = Buffer.from(buffer, byteOffset, length);
  const numbers = table.numbersOf(bytes, digest.starts, digest.hashes);
  return {
    ...callByNames(bytes, digest, numbers, pod),
    filterResult: ([result], bothMaps) =>
      resultPieces(bytes, digest, result ?? passing(digest.count), bothMaps),
    hostPriorities: (scores) => priorityPieces(bytes, digest, scores),
  };
}

/** The names of 100,000 nodes, and a pod of 1.5 MiB in etcd, where an empty argument takes two bytes. */
const MOST_VALUES = 1_000_000;

/** Values that nobody reads cost time too: whoever sends megabytes of them has no nodes in mind. */
function endlessValues(bytes: Buffer): Unparsed | null {
  const most = { values: MOST_VALUES, depth: Number.POSITIVE_INFINITY };
  if (beyond(bytes, most) === null) return null;
  return tooManyValues('(body)', `must not have more than ${MOST_VALUES} values`);
}

/** In memory that nothing else lies in, so that it can be handed over. */
function ownBytes(text: string): Buffer<ArrayBuffer> {
  const { buffer, byteOffset, length } = new TextEncoder().encode(text);
  return Buffer.from(buffer, byteOffset, length);
}

const NOWHERE = { kind: 'snapshot', detail: 'nothing' } as const;

function hashesOf(bytes: Buffer, starts: Int32Array, seed: number): Int32Array<ArrayBuffer> {
  const body = bodyWords(bytes);
  const hashes = new Int32Array(starts.length);
  const end = new Int32Array(1);
  for (let index = 0; index < starts.length; index += 1) {
    hashes[index] = hashName(body, starts[index] ?? 0, seed, end, 0);
  }
  return hashes;
}
