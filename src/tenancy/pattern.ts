/** Names with `*` for any characters: the only wildcard, because that is what people expect in a list of namespaces. */

const SPECIAL = /[.+?^${}()|[\]\\]/g;

export function isPattern(text: string): boolean {
  return text.includes('*');
}

/** @example namePattern('team-*')('team-a') // true */
export function namePattern(pattern: string): (name: string) => boolean {
  if (!isPattern(pattern)) return (name) => name === pattern;
  const source = pattern.replace(SPECIAL, '\\$&').replaceAll('*', '.*');
  const expression = new RegExp(`^${source}$`, 's');
  return (name) => expression.test(name);
}
