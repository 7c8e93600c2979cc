/** How far a score of a sample may be from that of the whole. */

/** Nineteen times of twenty. */
const Z = 1.96;

export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** Wilson's interval of 95 %, narrower the more of the whole was drawn; exact when all of it was. */
export function intervalOf(hits: number, drawn: number, whole: number): Interval {
  if (drawn === 0) return { low: 0, high: 1 };
  const share = hits / drawn;
  if (drawn >= whole) return { low: share, high: share };
  const worth = (drawn * (whole - 1)) / (whole - drawn);
  const spread = Z ** 2 / worth;
  const middle = (share + spread / 2) / (1 + spread);
  const half = (Z / (1 + spread)) * Math.sqrt((share * (1 - share)) / worth + spread / (4 * worth));
  return { low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}

export interface Part {
  /** Of the whole. */
  readonly weight: number;
  readonly hits: number;
  readonly drawn: number;
  readonly whole: number;
}

/** Of a whole of which each part was drawn by itself: their variances add up, by the square of their weights. */
export function intervalOfParts(parts: readonly Part[]): Interval {
  let share = 0;
  let variance = 0;
  for (const { weight, hits, drawn, whole } of parts) {
    const own = hits / drawn;
    share += weight * own;
    variance += weight ** 2 * ((own * (1 - own)) / drawn) * (1 - drawn / whole);
  }
  const half = Z * Math.sqrt(variance);
  return { low: Math.max(0, share - half), high: Math.min(1, share + half) };
}
