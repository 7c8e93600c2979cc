/** Pieces of CEL, the language of conditions in the API server: literals and tests of names, as text. */
import { isPattern } from '../../tenancy/pattern.ts';

/** A condition of a registration, or a variable of a policy. */
export interface NamedExpression {
  readonly name: string;
  readonly expression: string;
}

/** JSON's strings are CEL's: same quotes, same escapes. */
export function celString(text: string): string {
  return JSON.stringify(text);
}

/** As wide as a list can be and still be read at a glance. */
const WIDEST_LIST = 80;

/** A long list has one item a line, so that a difference between two renderings can be read. */
export function celList(items: readonly string[]): string {
  const texts = items.map(celString);
  const line = `[${texts.join(', ')}]`;
  return line.length > WIDEST_LIST ? `[\n${texts.map((text) => `  ${text}`).join(',\n')}\n]` : line;
}

/** Whether an expression has one of these values. */
export function isOneOf(expression: string, values: readonly string[]): string {
  return values.length === 0 ? 'false' : `${expression} in ${celList(values)}`;
}

/** The same as `namePattern` of the tenancy, for several names and patterns at once. */
export function matchesAny(expression: string, patterns: readonly string[]): string {
  const names = patterns.filter((pattern) => !isPattern(pattern));
  const tests = patterns
    .filter(isPattern)
    .map((pattern) => `${expression}.matches(${celString(regex(pattern))})`);
  return anyOf([...(names.length === 0 ? [] : [isOneOf(expression, names)]), ...tests]);
}

export function anyOf(tests: readonly string[]): string {
  return tests.length === 0 ? 'false' : tests.join(' ||\n');
}

/** Of what a pattern may hold only these two mean something else in a regular expression. */
function regex(pattern: string): string {
  return `^${pattern.replaceAll('.', '[.]').replaceAll('*', '.*')}$`;
}
