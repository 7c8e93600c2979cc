/** What was learnt, or why it could not be. */

export type Known<T> =
  | { readonly known: true; readonly value: T }
  | { readonly known: false; readonly why: string };

export function known<T>(value: T): Known<T> {
  return { known: true, value };
}

export function notKnown(why: string): { readonly known: false; readonly why: string } {
  return { known: false, why };
}
