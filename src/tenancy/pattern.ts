/** Names with `*` for any characters: the only wildcard, because that is what people expect in a list of namespaces. */

const WILDCARD = '*';

export function isPattern(text: string): boolean {
  return text.includes(WILDCARD);
}

/**
 * Each piece between wildcards is looked for once, behind the one before: the first place is as good as any later one, so
 * nothing is ever tried again. A regular expression does try again, and takes seconds over a long name and four wildcards.
 *
 * @example namePattern('team-*')('team-a') // true
 */
export function namePattern(pattern: string): (name: string) => boolean {
  if (!isPattern(pattern)) return (name) => name === pattern;
  const [first = '', ...rest] = pattern.split(WILDCARD);
  const last = rest.pop() ?? '';
  return (name) => {
    if (name.length < first.length + last.length) return false;
    if (!name.startsWith(first) || !name.endsWith(last)) return false;
    const end = name.length - last.length;
    let position = first.length;
    for (const piece of rest) {
      const found = name.indexOf(piece, position);
      if (found === -1) return false;
      position = found + piece.length;
    }
    return position <= end;
  };
}
