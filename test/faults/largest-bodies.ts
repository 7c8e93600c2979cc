/** The bodies that cost most at every limit: each of them held the process for a tenth of a second up to a minute once. */
import { daemonSet, reviewFor } from '../http/reviews.ts';

const MIB = 1024 * 1024;

/** As the defaults of `server.extenderLimitBytes` and `server.reviewLimitBytes`, less the envelope. */
const NAMES_BYTES = 8 * MIB;
const POD_BYTES = 9 * MIB;
const REVIEW_BYTES = 8 * MIB - 4096;

export interface LargestBody {
  readonly what: string;
  readonly path: string;
  /** Made when it is needed: all together they are half a gigabyte. */
  body(): Buffer;
}

const POD = '{"metadata":{"name":"web-1","namespace":"shop","uid":"web-1"}}';

/** As many pieces, with commas between, as fit into so many bytes. */
function many(bytes: number, piece: (index: number) => string, most = Number.POSITIVE_INFINITY): string {
  const pieces: string[] = [];
  for (let size = 0, index = 0; index < most; index += 1) {
    const next = piece(index);
    size += next.length + 1;
    if (size > bytes) break;
    pieces.push(next);
  }
  return pieces.join(',');
}

const names = (list: string, pod = POD) => `{"Pod":${pod},"Nodes":null,"NodeNames":[${list}]}`;
const podWith = (spec: string) => POD.replace(/}$/, () => `,"spec":{${spec}}}`);

const NAME_LISTS: Readonly<Record<string, () => string>> = {
  'names nobody knows': () => names(many(NAMES_BYTES, (index) => `"${`node-${index}`.padEnd(78, 'x')}"`)),
  'names of one letter': () => names(many(NAMES_BYTES, () => '"a"')),
  'empty names': () => names(many(NAMES_BYTES, () => '""')),
  'names with escapes': () => names(many(NAMES_BYTES, (index) => `"\\u006eode-${index}"`, 100_000)),
  'numbers for names': () => names(many(NAMES_BYTES, () => '1')),
  'a pod of annotations': () =>
    names(
      '"n1"',
      POD.replace('"name"', () => `"annotations":{${many(POD_BYTES, (i) => `"k${i}":"v"`)}},"name"`),
    ),
  'a pod of tolerations': () => names('"n1"', podWith(`"tolerations":[${many(POD_BYTES, () => '{}')}]`)),
  'a pod of resources': () =>
    names(
      '"n1"',
      podWith(`"containers":[{"resources":{"requests":{${many(POD_BYTES, (i) => `"r${i}":"1"`)}}}}]`),
    ),
  'a pod of text': () => names('"n1"', podWith(`"hostname":"${'\\u003c'.repeat(POD_BYTES / 6)}"`)),
};

const victims = (candidates: string) => `{"Pod":${POD},"NodeNameToMetaVictims":{${candidates}}}`;
const CANDIDATES: Readonly<Record<string, () => string>> = {
  'candidates by the thousand': () => victims(many(NAMES_BYTES, (i) => `"n${i}":{"Pods":[{"UID":"u${i}"}]}`)),
  'victims by the thousand': () => victims(`"n1":{"Pods":[${many(NAMES_BYTES, (i) => `{"UID":"u${i}"}`)}]}`),
  'candidates of nothing': () => victims(many(NAMES_BYTES, (i) => `"${i}":null`)),
};

const agent = JSON.stringify(daemonSet());
const selecting = (selector: string) => agent.replace('"matchLabels":{"app":"agent"}', () => selector);
const running = (field: string) => agent.replace('"priorityClassName"', () => `${field},"priorityClassName"`);

/** Each object in a size: an UPDATE carries it twice. */
const OBJECTS: Readonly<Record<string, (bytes: number) => string>> = {
  'labels to match': (bytes) => selecting(`"matchLabels":{${many(bytes, (i) => `"k${i}":"v"`)}}`),
  'as many labels as are taken': (bytes) =>
    selecting(`"matchLabels":{${many(bytes, (i) => `"k${i}":"v"`, 2_000)}}`),
  'empty expressions': (bytes) => selecting(`"matchExpressions":[${many(bytes, () => '{}')}]`),
  'as many expressions as are taken': (bytes) =>
    selecting(`"matchExpressions":[${many(bytes, () => '{}', 500)}]`),
  'values to match': (bytes) =>
    selecting(`"matchExpressions":[{"key":"a","operator":"In","values":[${many(bytes, (i) => `"v${i}"`)}]}]`),
  'empty tolerations': (bytes) => running(`"tolerations":[${many(bytes, () => '{}')}]`),
  'one long label': (bytes) => selecting(`"matchLabels":{"${'x-'.repeat(bytes / 2)}":"a"}`),
  'levels of lists': (bytes) =>
    running(`"affinity":{"podAffinity":${'['.repeat(bytes / 2)}${']'.repeat(bytes / 2)}}`),
  'numbers nobody reads': (bytes) => running(`"x":[${many(bytes, () => '0')}]`),
  'one string of escapes': (bytes) => running(`"x":"${'\\n'.repeat(bytes / 2)}"`),
};

function reviewText(path: string, operation: 'CREATE' | 'UPDATE', object: string, old: string): string {
  return JSON.stringify(reviewFor(path, { operation, object: 'NEW', oldObject: 'OLD' }))
    .replace('"NEW"', () => object)
    .replace('"OLD"', () => old);
}

export function largestBodies(): LargestBody[] {
  const calls = Object.entries(NAME_LISTS).flatMap(([what, text]) =>
    ['/scheduler/filter', '/scheduler/prioritize'].map((path) => made(what, path, text)),
  );
  const preempts = Object.entries(CANDIDATES).map(([what, text]) => made(what, '/scheduler/preempt', text));
  const reviews = Object.entries(OBJECTS).flatMap(([what, object]) =>
    ['/validate/daemonsets', '/mutate/daemonsets'].flatMap((path) => [
      made(what, path, () => reviewText(path, 'CREATE', object(REVIEW_BYTES), 'null')),
      made(`${what}, twice`, path, () => {
        const half = object(REVIEW_BYTES / 2);
        return reviewText(path, 'UPDATE', half, half.replace('"image":"main"', '"image":"old"'));
      }),
    ]),
  );
  return [...calls, ...preempts, ...reviews];
}

function made(what: string, path: string, text: () => string): LargestBody {
  return { what, path, body: () => Buffer.from(text()) };
}
