/** Names with `*` for any characters: the only wildcard, because that is what people expect in a list of namespaces. */

const SPECIAL = /[.+?^${}()|[\]\\]/g;

/** @example namePattern('team-*')('team-a') // true */
export function namePattern(pattern: string): (name: string) => boolean {
  if (!pattern.includes('*')) return (name) => name === pattern;
  const source = pattern.replace(SPECIAL, '\\$&').replaceAll('*', '.*');
  const expression = new RegExp(`^${source}$`, 's');
  return (name) => expression.test(name);
}
