/** A text that others wrote may hold anything; a line of a report is one line and moves no cursor. */
export function onOneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');
}
