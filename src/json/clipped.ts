/** A text that somebody else wrote, for a message: for orientation, not in full length. */
export function clipped(text: string, longest: number): string {
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}
