/** Several texts in one: each line once, with those of the texts that have it. */

export interface MergedLines {
  readonly lines: readonly string[];
  /** The texts that have these lines, by their places among them. */
  readonly texts: readonly number[];
}

/**
 * Every text has to be the longest one without some of its lines; else undefined. Lines that are left out stay together as far as
 * they can, so that a reader finds whole parts and not halves of two.
 */
export function mergedLines(texts: readonly string[]): MergedLines[] | undefined {
  const split = texts.map((text) => (text === '' ? [] : text.split('\n')));
  const whole = split.toSorted((one, other) => other.length - one.length)[0] ?? [];
  const kept = split.map((lines) => keptLines(whole, lines));
  const found = kept.filter((each) => each !== undefined);
  if (found.length < texts.length) return undefined;
  const merged: { lines: string[]; texts: number[] }[] = [];
  for (const [index, line] of whole.entries()) {
    const having = found.flatMap((each, text) => (each[index] ? [text] : []));
    const last = merged.at(-1);
    if (last !== undefined && last.texts.join() === having.join()) last.lines.push(line);
    else merged.push({ lines: [line], texts: having });
  }
  return merged;
}

/** A gap more weighs more than any indent. */
const GAP = 1_000;

/** Of two places where as few lines are left out, the one that begins a whole part. */
function costOfGap(line: string): number {
  return GAP + line.length - line.trimStart().length;
}

/** Of each line of `whole`, whether `part` has it, with as few gaps as there can be; undefined when it is no part of it. */
function keptLines(whole: readonly string[], part: readonly string[]): boolean[] | undefined {
  // What gaps still cost, from each place in both on: after a line that was kept, and inside a gap.
  const width = part.length + 1;
  const none = new Array<number>(width).fill(Number.POSITIVE_INFINITY);
  const rows = Array.from({ length: whole.length + 1 }, () => ({ kept: [...none], gap: [...none] }));
  const at = (row: number, column: number) => ({
    kept: rows[row]?.kept[column] ?? Number.POSITIVE_INFINITY,
    gap: rows[row]?.gap[column] ?? Number.POSITIVE_INFINITY,
  });
  for (let row = whole.length; row >= 0; row -= 1) {
    for (let column = part.length; column >= 0; column -= 1) {
      const isEnd = row === whole.length && column === part.length;
      const keep =
        whole[row] === part[column] && column < part.length ? at(row + 1, column + 1).kept : none[0];
      const leave = row < whole.length ? at(row + 1, column).gap : none[0];
      const [fromKeep, fromLeave] = [keep ?? Number.POSITIVE_INFINITY, leave ?? Number.POSITIVE_INFINITY];
      const own = rows[row];
      if (own === undefined) continue;
      own.kept[column] = isEnd ? 0 : Math.min(fromKeep, fromLeave + costOfGap(whole[row] ?? ''));
      own.gap[column] = isEnd ? 0 : Math.min(fromKeep, fromLeave);
    }
  }
  if (at(0, 0).kept === Number.POSITIVE_INFINITY) return undefined;
  let column = 0;
  let isInGap = false;
  return whole.map((line, row) => {
    const keep = line === part[column] ? at(row + 1, column + 1).kept : Number.POSITIVE_INFINITY;
    const leave = at(row + 1, column).gap + (isInGap ? 0 : costOfGap(line));
    const isKept = keep <= leave;
    if (isKept) column += 1;
    isInGap = !isKept;
    return isKept;
  });
}
