/** Bodies of filter calls of every shape, from what schedulers send to what nobody should: the same for a seed. */
import type { Random } from '../../../snapshot/random.ts';

/** Words that JSON knows, and what is likely to break a reader in the middle of one. */
const BREAKING = [
  ...'"\\{}[]:,0-.e/u nN\n\t\x00\x1f\x7f',
  'null',
  '","',
  '\\u00',
  '\\"',
  '\xc3',
  '\xff',
  '\xed\xa0\x80',
] as const;
const SPACES = ['', '', ' ', '\n', '\t', '\r\n', '  '] as const;
const SCALARS = [
  'null',
  'true',
  'false',
  '0',
  '-0',
  '-1.5e+3',
  '12E9',
  '9223372036854775807',
  '""',
  '"a\\nb"',
  '"\\u00e9\\ud83d\\ude00"',
  '"é漢😀"',
] as const;
const TEXTS = ['"web-1"', '"shop"', '"é漢"', '"a\\u0062"', '""', 'null', '7', '"3f-2a"'] as const;

export interface RandomBodies {
  next(): Buffer;
}

/** `names` are those of the cluster, of which most bodies speak. */
export function randomBodies(random: Random, names: () => readonly string[]): RandomBodies {
  const oneIn = (chances: number): boolean => random.below(chances) === 0;
  const among = <T>(choices: readonly T[], otherwise: T): T =>
    choices[random.below(choices.length)] ?? otherwise;
  let isSpaced = false;
  const space = (): string => (isSpaced ? among(SPACES, '') : '');
  const list = (open: string, items: readonly string[], close: string): string =>
    `${space()}${open}${items.map((item) => `${space()}${item}${space()}`).join(',')}${space()}${close}${space()}`;
  const object = (members: readonly (readonly [key: string, value: string])[]): string =>
    list(
      '{',
      members.map(([key, value]) => `${key}${space()}:${space()}${value}`),
      '}',
    );
  const times = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make);

  const escaped = (text: string): string => {
    const at = random.below(text.length + 1);
    const code = text.charCodeAt(at);
    if (Number.isNaN(code)) return JSON.stringify(text);
    const hex = code.toString(16).padStart(4, '0');
    const [before, behind] = [text.slice(0, at), text.slice(at + 1)].map((part) => JSON.stringify(part));
    return `${before?.slice(0, -1)}\\u${hex}${behind?.slice(1)}`;
  };
  const key = (name: string): string => {
    if (oneIn(60)) return escaped(name);
    if (oneIn(12)) return JSON.stringify(name.toLowerCase());
    if (oneIn(60)) return JSON.stringify(name.toUpperCase());
    return JSON.stringify(name);
  };
  const value = (depth: number): string => {
    const kind = random.below(depth <= 0 ? 4 : 6);
    if (kind < 4) return among(SCALARS, 'null');
    if (kind === 4)
      return list(
        '[',
        times(random.below(4), () => value(depth - 1)),
        ']',
      );
    return object(times(random.below(4), () => [`"k${random.below(3)}"`, value(depth - 1)] as const));
  };
  const shuffle = <T>(items: T[]): T[] => items.toSorted(() => random.below(3) - 1);
  /** Each of them, now and then one twice or not at all, in any order. */
  const membersOf = (members: (readonly [string, string])[]): string => {
    if (oneIn(50)) members.push(among(members, ['"x"', '1']));
    if (oneIn(50)) members.splice(random.below(members.length), 1);
    if (oneIn(4)) members.push([`"extra-${random.below(9)}"`, value(3)]);
    return object(oneIn(4) ? shuffle(members) : members);
  };

  const metadata = (): string => {
    if (oneIn(60)) return value(2);
    const members: (readonly [string, string])[] = [
      [key('name'), among(TEXTS, '""')],
      [key('namespace'), among(TEXTS, '""')],
      [key('uid'), oneIn(3) ? among(TEXTS, '""') : `"${random.uid()}"`],
      [key('resourceVersion'), oneIn(3) ? among(TEXTS, '""') : `"${random.below(1e9)}"`],
      [
        '"labels"',
        object([
          ['"metadata"', '"x"'],
          ['"uid"', '"no"'],
          ['"NodeNames"', '["y"]'],
        ]),
      ],
    ];
    return membersOf(members);
  };
  const pod = (): string => {
    if (oneIn(80)) return value(2);
    const members: (readonly [string, string])[] = [
      [key('metadata'), metadata()],
      [
        '"spec"',
        object([
          [
            '"containers"',
            list(
              '[',
              times(random.below(3), () => value(4)),
              ']',
            ),
          ],
        ]),
      ],
      ['"status"', '{}'],
    ];
    if (oneIn(150)) members.push(['"huge"', `"${'x\\n'.repeat(3_000)}"`]);
    if (oneIn(150)) members.push(['"deep"', `${'['.repeat(40)}${']'.repeat(40)}`]);
    return membersOf(members);
  };
  const nodeName = (): string => {
    if (oneIn(12))
      return JSON.stringify(among(['', 'no-such-node', 'é', 'node-', `far-${'x'.repeat(90)}`], ''));
    return JSON.stringify(among(names(), ''));
  };
  const nodeNames = (): string => {
    if (oneIn(40)) return value(2);
    const count = oneIn(40) ? random.below(200) : random.below(12);
    const first = random.below(names().length);
    // As a scheduler that goes through its nodes in order, or as one whose workers end at random.
    const inOrder = oneIn(2);
    const items = Array.from({ length: count }, (_, index) =>
      inOrder ? JSON.stringify(names()[(first + index) % names().length] ?? '') : nodeName(),
    );
    if (oneIn(25)) items.push(escaped(among(names(), '')));
    if (oneIn(40)) items.splice(random.below(items.length + 1), 0, value(1));
    return list('[', items, ']');
  };
  const nodes = (): string => {
    if (!oneIn(15)) return 'null';
    if (oneIn(3)) return value(1);
    const items = times(random.below(3), () => object([['"metadata"', object([['"name"', nodeName()]])]]));
    return object([['"items"', list('[', items, ']')]]);
  };
  const wellFormed = (): Buffer => {
    isSpaced = oneIn(3);
    const members: (readonly [string, string])[] = [
      [key('Pod'), pod()],
      [key('Nodes'), nodes()],
      [key('NodeNames'), nodeNames()],
    ];
    return Buffer.from(oneIn(200) ? value(3) : membersOf(members));
  };
  const broken = (body: Buffer): Buffer => {
    const at = random.below(body.length + 1);
    const [before, behind] = [body.subarray(0, at), body.subarray(at)];
    switch (random.below(6)) {
      case 0:
        return before;
      case 1:
        return Buffer.concat([before, behind.subarray(1 + random.below(4))]);
      case 2:
        return Buffer.concat([body, Buffer.from(among([' ', '{}', '\x00', ',', '\n\n'], ''))]);
      case 3: {
        const flipped = Buffer.from(body);
        flipped[at % body.length] = (flipped[at % body.length] ?? 0) ^ (1 << random.below(8));
        return flipped;
      }
      default: {
        const put = Buffer.from(among(BREAKING, ''), 'latin1');
        return Buffer.concat([before, put, behind.subarray(random.below(2) * put.length)]);
      }
    }
  };
  return {
    next() {
      const body = wellFormed();
      return oneIn(3) ? broken(body) : body;
    },
  };
}
