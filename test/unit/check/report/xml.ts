/** Reads XML just enough to see that it is well formed: every element closed in turn, every character allowed. */

export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
}

const TOKEN =
  /<\?xml [^>]*\?>|<\/(?<end>[a-z-]+)>|<(?<start>[a-z-]+)(?<attributes>(?: [a-z]+="(?:[^"<&]|&(?:amp|lt|gt|quot|apos);)*")*)(?<empty>\/?)>|(?:[^<&]|&(?:amp|lt|gt|quot|apos);)+/y;

/** The elements in order of their beginning. Throws where the text is not well formed. */
export function elementsOf(text: string): Element[] {
  const elements: Element[] = [];
  const open: string[] = [];
  const token = new RegExp(TOKEN);
  while (token.lastIndex < text.length) {
    const at = token.lastIndex;
    const groups = token.exec(text)?.groups;
    if (groups === undefined) throw new Error(`not well formed at ${text.slice(at, at + 40)}`);
    if (groups.start !== undefined) {
      const pairs = (groups.attributes ?? '').matchAll(/ ([a-z]+)="([^"]*)"/g);
      elements.push({
        name: groups.start,
        attributes: Object.fromEntries([...pairs].map(([, key, value]) => [key, value])),
      });
      if (groups.empty === '') open.push(groups.start);
    } else if (groups.end !== undefined && open.pop() !== groups.end) {
      throw new Error(`</${groups.end}> closes another element`);
    }
  }
  if (open.length > 0) throw new Error(`${open.join(', ')} not closed`);
  return elements;
}
