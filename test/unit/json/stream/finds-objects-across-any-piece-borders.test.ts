/** Bytes arrive in pieces of any size: the objects found are the same. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DocumentSink } from '../../../../src/json/stream/document-sink.ts';
import { LineStream } from '../../../../src/json/stream/line-stream.ts';
import { JsonStream } from '../../../../src/json/stream/stream.ts';

class Recorder implements DocumentSink {
  readonly sections = new Set(['items', 'pods']);
  readonly seen: unknown[] = [];

  item(section: string, value: unknown): void {
    this.seen.push([section, value]);
  }

  header(header: string, value: unknown): void {
    this.seen.push([header, value]);
  }

  document(value: unknown): void {
    this.seen.push(['document', value]);
  }
}

function read(text: string, cuts: readonly number[]): unknown[] {
  const bytes = Buffer.from(text);
  const recorder = new Recorder();
  const stream = new JsonStream(recorder, (offset) => `byte ${offset}`);
  const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  for (const [i, from] of places.slice(0, -1).entries()) {
    // A buffer that is overwritten after each call, as the file reader does.
    const piece = Buffer.from(bytes.subarray(from, places[i + 1]));
    stream.push(piece);
    piece.fill(0xff);
  }
  stream.end();
  return recorder.seen;
}

const document = fc.record(
  {
    apiVersion: fc.constant('v1'),
    items: fc.array(fc.jsonValue({ maxDepth: 3, stringUnit: 'binary' }), { maxLength: 5 }),
    kind: fc.string({ unit: 'binary' }),
    pods: fc.oneof(
      fc.array(fc.jsonValue({ maxDepth: 1 }), { maxLength: 3 }),
      fc.constant(null),
      fc.integer(),
    ),
    metadata: fc.jsonValue({ maxDepth: 2, stringUnit: 'grapheme' }),
  },
  { requiredKeys: [] },
);

describe('JSON in pieces', () => {
  it('gives every item and what stands around them', () => {
    fc.assert(
      fc.property(
        fc.array(document, { maxLength: 3 }),
        fc.array(fc.nat(100_000), { maxLength: 12 }),
        fc.constantFrom(0, 1, 4),
        (documents, cuts, indent) => {
          const text = documents.map((value) => JSON.stringify(value, null, indent)).join('\n');

          const seen = read(text, cuts);

          const expected = documents.flatMap((value) => {
            const parsed: typeof value = JSON.parse(JSON.stringify(value));
            const events: unknown[] = [];
            const rest: [string, unknown][] = [];
            for (const [key, entry] of Object.entries(parsed)) {
              if ((key === 'items' || key === 'pods') && Array.isArray(entry)) {
                for (const item of entry) events.push([key, item]);
                rest.push([key, []]);
              } else rest.push([key, entry]);
              if (key === 'apiVersion' || key === 'kind') events.push([key, entry]);
            }
            return [...events, ['document', Object.fromEntries(rest)]];
          });
          expect(seen).toEqual(expected);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('may be cut at any byte, also behind a backslash and inside a letter', () => {
    const items = ['a"b', 'c\\\\', '\\"}]', 'ж🔑', { 'k"ey': ['\n', -1.5e3, true] }, 12, null];
    const text = JSON.stringify({ kind: 'L"ist', items });
    const whole = read(text, []);

    const ways = Array.from({ length: Buffer.byteLength(text) }, (_, cut) => read(text, [cut]));
    const byteByByte = read(text, [...ways.keys()]);

    expect(whole.slice(1, -1)).toEqual(items.map((item) => ['items', item]));
    for (const way of [...ways, byteByByte]) expect(way).toEqual(whole);
  });

  it.each([
    ['one item', '{"items": [{"a": "0123456789"}]}', 'byte 11: one value of more than'],
    ['all that is no list', '{"a": "01234", "b": "56789"}', 'byte 20: a document too large'],
  ])('is refused when %s is longer than the limit, and not at the limit', (_, text, problem) => {
    const readUpTo = (limit: number) => {
      const stream = new JsonStream(new Recorder(), (offset) => `byte ${offset}`, limit);
      for (const byte of Buffer.from(text)) stream.push(Buffer.from([byte]));
    };

    expect(() => readUpTo(9)).toThrow(problem);
    expect(() => readUpTo(19)).not.toThrow();
  });

  it('never takes broken JSON for whole', () => {
    fc.assert(
      fc.property(document, fc.nat(), fc.nat(), (value, at, cut) => {
        const text = JSON.stringify(value);
        const broken = text.slice(0, at % text.length);

        if (broken !== '') expect(() => read(broken, [cut])).toThrow();
      }),
      { numRuns: 300 },
    );
  });
});

describe('lines in pieces', () => {
  it('are whole and numbered', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'grapheme' }).map((text) => text.replace(/[\r\n]/g, ''))),
        fc.integer({ min: 1, max: 9 }),
        fc.constantFrom('\n', '\r\n'),
        (lines, size, end) => {
          const bytes = Buffer.from(lines.map((line) => line + end).join(''));
          const seen: [string, number][] = [];
          const stream = new LineStream(
            (text, number) => seen.push([text, number]),
            () => new Error('too long'),
          );

          for (let at = 0; at < bytes.length; at += size) stream.push(bytes.subarray(at, at + size));
          stream.end();

          expect(seen).toEqual(lines.map((line, i) => [line, i + 1]));
        },
      ),
      { numRuns: 200 },
    );
  });
});
