/** Requests that nobody should send, told apart by a seed so that a failure can be run again. */
import { seededRandom } from '../faults/seeded-random.ts';
import { reviewOf } from './reviews.ts';

export interface MalformedRequest {
  readonly what: string;
  readonly headers: Record<string, string>;
  readonly body: Buffer;
  /** Send only this many bytes of the body, then close. */
  readonly sendOnly?: number;
}

const JSON_HEADERS = { 'content-type': 'application/json' };

/** Over the review limit by a little; the extender's own is too large to send by the hundred. */
const OVER_REVIEW_LIMIT = 8 * 1024 * 1024 + 1;

const WAYS: readonly ((random: () => number) => MalformedRequest)[] = [
  (random) => {
    const text = JSON.stringify(reviewOf());
    return json('cut off', text.slice(0, Math.floor(random() * (text.length - 1)) + 1));
  },
  (random) => {
    const bytes = Buffer.from(JSON.stringify(reviewOf()));
    for (let flips = 0; flips < 3; flips += 1) {
      bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 32);
    }
    return json('control bytes', bytes);
  },
  (random) => {
    const values = [
      'null',
      '[]',
      '7',
      '"x"',
      'true',
      '{}',
      '[[]]',
      '{"kind":"Pod"}',
      '{"Pod":[]}',
      '{"pod":3}',
    ];
    return json('wrong kind', values[Math.floor(random() * values.length)] ?? '');
  },
  () => json('missing uid', JSON.stringify({ ...reviewOf({ uid: undefined }), Pod: 0 })),
  (random) => {
    const depth = 1_000 + Math.floor(random() * 50_000);
    return json('deep lists', '['.repeat(depth) + ']'.repeat(depth));
  },
  (random) => {
    const depth = 1_000 + Math.floor(random() * 20_000);
    return json('deep objects', `{"Pod":${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}}`);
  },
  (random) => {
    const digits = '9'.repeat(1 + Math.floor(random() * 5_000));
    return json(
      'huge numbers',
      `{"request":{"uid":${digits}e${digits}},"NodeNames":[${digits}],"Pod":-${digits}}`,
    );
  },
  (random) => {
    const types = [
      'text/plain',
      'application/xml',
      'application/jsonp',
      '',
      'multipart/form-data',
      'a/b;c="',
    ];
    const type = types[Math.floor(random() * types.length)] ?? '';
    return { what: 'wrong content type', headers: { 'content-type': type }, body: Buffer.from('{}') };
  },
  (random) => {
    const body = Buffer.from(JSON.stringify(reviewOf()));
    return { ...json('half sent', body), sendOnly: Math.floor(random() * body.length) };
  },
  () =>
    json('proto', '{"__proto__":{"kind":"AdmissionReview"},"constructor":{"prototype":1},"Pod":"__proto__"}'),
  () => json('not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])),
  () => json('duplicate keys', '{"kind":1,"kind":"AdmissionReview","Pod":1,"pod":2,"POD":3}'),
];

/** Now and then a large one: sixteen in a thousand, so that the whole stays quick. */
const LARGE_EVERY = 64;

export function* malformedRequests(count: number, seed: number): Generator<MalformedRequest> {
  const random = seededRandom(seed);
  const large = Buffer.alloc(OVER_REVIEW_LIMIT, 0x20);
  for (let index = 0; index < count; index += 1) {
    const way = WAYS[Math.floor(random() * WAYS.length)];
    if (index % LARGE_EVERY === LARGE_EVERY - 1) yield json('over the limit', large);
    else if (way) yield way(random);
  }
}

function json(what: string, body: string | Buffer): MalformedRequest {
  return { what, headers: JSON_HEADERS, body: Buffer.from(body) };
}
