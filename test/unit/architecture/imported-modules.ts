/** Which modules a source file names, in any of the ways that JavaScript has for it. */
import type { Token } from './tokens.ts';

/** What cannot be read off the code: `import(name)`. */
export const COMPUTED = Symbol('computed');

/** A path to a source file is an import, wherever it stands: `new URL('../x.ts', …)`, a require by another name. */
const SOURCE_PATH = /^\.{1,2}\/.*\.[cm]?[jt]sx?$/;
const CALLS = new Set(['import', 'require']);

export function importedModules(tokens: readonly Token[]): (string | typeof COMPUTED)[] {
  return tokens.flatMap((token, index): (string | typeof COMPUTED)[] => {
    const [before, after, second, third] = [-1, 1, 2, 3].map((step) => tokens[index + step]);
    if (token.kind === 'text') {
      const named = before?.kind === 'word' && (before.text === 'from' || before.text === 'import');
      return named || SOURCE_PATH.test(token.text) ? [token.text] : [];
    }
    const called = token.kind === 'word' && CALLS.has(token.text) && !isSign(before, '.');
    if (!called || !isSign(after, '(')) return [];
    const whole = second?.kind === 'text' && (isSign(third, ')') || isSign(third, ','));
    // A path to a source file has been counted as such.
    if (whole) return SOURCE_PATH.test(second.text) ? [] : [second.text];
    return [COMPUTED];
  });
}

export function isSign(token: Token | undefined, ...texts: string[]): boolean {
  return token?.kind === 'sign' && texts.includes(token.text);
}
