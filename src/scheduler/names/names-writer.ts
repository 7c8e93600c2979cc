/** Writes the answers to a call by names: what goes back is copied from the body, and no name that passes is decoded. */
import { COMMA } from '../../json/scan.ts';
import { MAX_SCORE } from '../prioritize/scores.ts';
import { failedMaps, type ListResult } from '../wire/extender-args.ts';
import type { NamePlaces } from './names-reader.ts';

const REFUSED = 0;
/** How far behind the end of a name the next one starts when only `","` stands between. */
const SEPARATOR_LENGTH = 3;

const RESULT_START = '{"Nodes":null,"NodeNames":[';

const HOST = piece('{"Host":');
/** What follows a host, by its score. */
const SCORES = Array.from({ length: MAX_SCORE + 1 }, (_, score) => piece(`,"Score":${score}},`));
const LONGEST_SCORE = piece(`,"Score":${MAX_SCORE}},`);

/**
 * The ExtenderFilterResult: name `i` is refused where `passes[i]` is 0, with its reason. The refused are unresolvable,
 * for no preemption would help them; with `bothMaps` they are in `FailedNodes` too, which is all that Arktos knows.
 */
export function writeNamesResult(
  bytes: Buffer,
  call: NamePlaces,
  result: ListResult,
  bothMaps: boolean,
): Buffer {
  const end = resultEnd(bytes, call, result, bothMaps);
  const room = RESULT_START.length + listLength(call) + Buffer.byteLength(end);
  const answer = Buffer.allocUnsafe(room);
  let position = answer.write(RESULT_START, 'latin1');
  position = copyPassing(bytes, call, result.passes, answer, position);
  position += answer.write(end, position);
  return position === room ? answer : answer.subarray(0, position);
}

/** The same result, written piece by piece as it is sent. */
export function* resultPieces(
  bytes: Buffer,
  places: NamePlaces,
  result: ListResult,
  bothMaps: boolean,
): Generator<Buffer> {
  yield Buffer.from(RESULT_START);
  let isFirst = true;
  for (const { from, to, part } of partsOf(places)) {
    const names = Buffer.allocUnsafe(1 + listLength(part));
    names[0] = COMMA;
    const end = copyPassing(bytes, part, result.passes.subarray(from, to), names, 1);
    if (end === 1) continue;
    yield names.subarray(isFirst ? 1 : 0, end);
    isFirst = false;
  }
  yield Buffer.from(resultEnd(bytes, places, result, bothMaps));
}

function resultEnd(bytes: Buffer, places: NamePlaces, result: ListResult, bothMaps: boolean): string {
  const { passes, others = [] } = result;
  const refused = refusedNodes(bytes, places, passes, (index) => result.reasonOf(index));
  const { resolvable, unresolvable } = failedMaps(refused, others, bothMaps);
  return `],"FailedNodes":${resolvable},"FailedAndUnresolvableNodes":${unresolvable},"Error":""}`;
}

/** The HostPriorityList: every name with its score, 0 to 10, as `[{"Host":"node-1","Score":7}]`. */
export function writeNamesPriorities(bytes: Buffer, call: NamePlaces, scores: Uint8Array): Buffer {
  const { count, starts, ends } = call;
  const room = '[]'.length + listLength(call) + count * (HOST.length + LONGEST_SCORE.length);
  const answer = Buffer.allocUnsafe(room);
  const from = piece(bytes).view;
  const to = piece(answer).view;
  let position = answer.write('[', 'latin1');
  for (let index = 0; index < count; index += 1) {
    const score = SCORES[scores[index] ?? 0] ?? LONGEST_SCORE;
    position = copyShort(HOST.view, 0, HOST.length, to, position);
    position = copyShort(from, (starts[index] ?? 0) - 1, (ends[index] ?? 0) + 1, to, position);
    position = copyShort(score.view, 0, score.length, to, position);
  }
  // The bracket takes the place of the last comma.
  if (count > 0) position -= 1;
  position += answer.write(']', position, 'latin1');
  return answer.subarray(0, position);
}

/** So many names are written in half a millisecond. */
const NAMES_IN_A_PIECE = 4_096;

/** The same list, written piece by piece as it is sent. */
export function* priorityPieces(bytes: Buffer, places: NamePlaces, scores: Uint8Array): Generator<Buffer> {
  for (const { from, to, part } of partsOf(places)) {
    const list = writeNamesPriorities(bytes, part, scores.subarray(from, to));
    // Only the last one keeps its bracket, and only the first one begins with one.
    if (to < places.count) list[list.length - 1] = COMMA;
    yield from === 0 ? list : list.subarray(1);
  }
  if (places.count === 0) yield Buffer.from('[]');
}

function* partsOf({ count, starts, ends }: NamePlaces) {
  for (let from = 0; from < count; from += NAMES_IN_A_PIECE) {
    const to = Math.min(count, from + NAMES_IN_A_PIECE);
    yield {
      from,
      to,
      part: { count: to - from, starts: starts.subarray(from, to), ends: ends.subarray(from, to) },
    };
  }
}

/** From the quote of the first name to that of the last: as much as any choice of them needs. */
function listLength({ count, starts, ends }: NamePlaces): number {
  return count === 0 ? 0 : (ends[count - 1] ?? 0) - (starts[0] ?? 0) + 2;
}

/** Copies the names that pass, in as few pieces as they allow, and says where they end. */
function copyPassing(
  bytes: Buffer,
  { count, starts, ends }: NamePlaces,
  passes: Uint8Array,
  answer: Buffer,
  at: number,
): number {
  let position = at;
  let index = 0;
  while (index < count) {
    const nextRefused = indexOfRefused(passes, index, count);
    while (index < nextRefused) {
      const from = (starts[index] ?? 0) - 1;
      index += 1;
      while (index < nextRefused && starts[index] === (ends[index - 1] ?? 0) + SEPARATOR_LENGTH) index += 1;
      if (position > at) answer[position++] = COMMA;
      position += bytes.copy(answer, position, from, (ends[index - 1] ?? 0) + 1);
    }
    index = nextRefused + 1;
  }
  return position;
}

/** A JSON object of the refused names and their reasons. The names came without escapes, so they need none. */
function refusedNodes(
  bytes: Buffer,
  { count, starts, ends }: NamePlaces,
  passes: Uint8Array,
  reasonOf: (index: number) => string,
): string {
  let members = '';
  let index = indexOfRefused(passes, 0, count);
  while (index < count) {
    const name = bytes.toString('utf8', starts[index], ends[index]);
    members += `${members === '' ? '' : ','}"${name}":${JSON.stringify(reasonOf(index))}`;
    index = indexOfRefused(passes, index + 1, count);
  }
  return `{${members}}`;
}

/** The first refused one from `index` on, or `count`. */
function indexOfRefused(passes: Uint8Array, index: number, count: number): number {
  // Where most are refused, a call for each would cost more than the look.
  if (passes[index] === REFUSED) return index;
  const found = passes.indexOf(REFUSED, index);
  return found === -1 || found > count ? count : found;
}

interface Piece {
  readonly view: DataView;
  readonly length: number;
}

function piece(content: string | Buffer): Piece {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  return { view: new DataView(bytes.buffer, bytes.byteOffset, bytes.length), length: bytes.length };
}

/**
 * Copies some ten bytes, by words, and says where they end. With Buffer's own `copy`, the scores of 500 names take 3.1
 * times as long as JSON.parse of the call, and so 2.0 times.
 */
function copyShort(from: DataView, start: number, end: number, to: DataView, at: number): number {
  let position = start;
  let target = at;
  for (; position + 4 <= end; position += 4, target += 4) {
    to.setInt32(target, from.getInt32(position, true), true);
  }
  for (; position < end; position += 1, target += 1) to.setUint8(target, from.getUint8(position));
  return target;
}
