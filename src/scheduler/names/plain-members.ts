/** Members of objects by the bytes of their keys, and the way out of the quick path for all that is unusual. */
import { CASE_BIT, eachMember, ordinaryEnd, type VisitMember } from '../../json/scan.ts';

/** Thrown where only the plain path can read on: one for all, because making an error takes longer than most bodies. */
export const UNUSUAL = new Error('the body has to be read the plain way');

/** Like `eachMember`, with keys without their quotes. A key with an escape may mean any other, and is unusual. */
export function eachPlainMember(bytes: Buffer, at: number, visit: VisitMember): number {
  return eachMember(bytes, at, (start, end, value) => {
    if (ordinaryEnd(bytes, start + 1) !== end - 1) throw UNUSUAL;
    return visit(start + 1, end - 1, value);
  });
}

/** Whether the key `bytes[start, end)` is `name`, which is of lower-case letters, in any case. */
export function isKey(bytes: Buffer, start: number, end: number, name: string): boolean {
  if (end - start !== name.length) return false;
  for (let index = 0; index < name.length; index += 1) {
    if (((bytes[start + index] ?? 0) | CASE_BIT) !== name.charCodeAt(index)) return false;
  }
  return true;
}
