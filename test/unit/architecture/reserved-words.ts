/** Names in the code that only few files may use. */
import { isSign } from './imported-modules.ts';
import type { Token } from './tokens.ts';

interface Reserved {
  readonly what: string;
  /** Whether the token at a position is such a use. */
  readonly uses: (tokens: readonly Token[], index: number) => boolean;
  readonly allowed: RegExp;
}

const CALLS_OUT = new Set(['fetch', 'WebSocket', 'EventSource', 'XMLHttpRequest']);
const TIMERS = new Set(['setTimeout', 'setInterval', 'setImmediate', 'performance']);
/** The folders that are not pure, and so may know what time it is. */
const AT_THE_RIM = /^(?:admission|cli|cluster|config|scheduler|server)\/|^main\.ts$/;

const RESERVED: readonly Reserved[] = [
  {
    what: 'touches process',
    uses: (tokens, index) => isName(tokens, index, 'process'),
    allowed: /^main\.ts$/,
  },
  { what: 'listens', uses: isMethodListen, allowed: /^server\/listen\.ts$/ },
  {
    what: 'makes a require of its own',
    uses: (tokens, index) => isName(tokens, index, 'createRequire'),
    allowed: /^$/,
  },
  {
    what: 'calls out',
    uses: (tokens, index) => [...CALLS_OUT].some((name) => isName(tokens, index, name)),
    allowed: /^cluster\/watch\.ts$/,
  },
  { what: 'looks at the clock', uses: looksAtClock, allowed: AT_THE_RIM },
];

/** What a file does and may not do, each once. */
export function reservedUses(path: string, tokens: readonly Token[]): string[] {
  return RESERVED.filter(
    ({ uses, allowed }) => !allowed.test(path) && tokens.some((_token, index) => uses(tokens, index)),
  ).map(({ what }) => what);
}

/** `name` or `['name']`. */
function isName(tokens: readonly Token[], index: number, name: string): boolean {
  const token = tokens[index];
  if (token?.text !== name) return false;
  return token.kind === 'word' || (token.kind === 'text' && isSign(tokens[index - 1], '['));
}

/** `.listen`, `?.listen`, `['listen']` and `{ listen } = app`; a function of that name is free to be called. */
function isMethodListen(tokens: readonly Token[], index: number): boolean {
  if (!isName(tokens, index, 'listen')) return false;
  if (tokens[index]?.kind === 'text' || isSign(tokens[index - 1], '.', '?.')) return true;
  const end = tokens.findIndex((token, later) => later > index && isSign(token, '}', '{', ';', '('));
  return isSign(tokens[end], '}') && isSign(tokens[end + 1], '=');
}

function looksAtClock(tokens: readonly Token[], index: number): boolean {
  if ([...TIMERS].some((name) => isName(tokens, index, name))) return true;
  return (
    isName(tokens, index, 'now') &&
    tokens[index - 2]?.text === 'Date' &&
    isSign(tokens[index - 1], '.', '[', '?.')
  );
}
