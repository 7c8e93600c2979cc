/** Finds the known word that a misspelt one most likely stands for. */

/** Two slips in a long word are a typing error; more make it another word. */
const MOST_SLIPS = 2;
/** In short words a single slip is already a third of it. */
const LETTERS_PER_SLIP = 3;

const EVERY_DIGIT = /\d/g;

/** The nearest candidate, or undefined when none is near. Case does not count as a slip. */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  const ranked = candidates
    // Each letter more or less is a slip: a far longer word need not be compared letter by letter.
    .filter((candidate) => Math.abs(candidate.length - word.length) <= MOST_SLIPS)
    .filter((candidate) => !isOtherNumber(word, candidate))
    .map((candidate) => ({ candidate, slips: slips(word.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ candidate, slips }) => slips <= Math.min(MOST_SLIPS, candidate.length / LETTERS_PER_SLIP))
    .sort((a, b) => a.slips - b.slips);
  return ranked[0]?.candidate;
}

/** Whether two words differ in their digits alone: DW501 is no slip for DW101, it is another rule. */
function isOtherNumber(a: string, b: string): boolean {
  const [one, other] = [a.toLowerCase(), b.toLowerCase()];
  return one !== other && one.replace(EVERY_DIGIT, '0') === other.replace(EVERY_DIGIT, '0');
}

/** How many letters to add, drop, change or swap with their neighbour (optimal string alignment). */
function slips(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, column) => column)];
  const at = (row: number, column: number) => rows[row]?.[column] ?? Number.POSITIVE_INFINITY;
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    rows.push(current);
    for (let column = 1; column <= b.length; column++) {
      const change = a[row - 1] === b[column - 1] ? 0 : 1;
      const isSwap = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      current.push(
        Math.min(
          at(row - 1, column) + 1,
          at(row, column - 1) + 1,
          at(row - 1, column - 1) + change,
          isSwap ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
  }
  return at(a.length, b.length);
}
