/** Resource versions of one object, of which the larger number is the later state (etcd's revision, since 1.35 by contract). */

const DIGITS = /^[0-9]+$/;

/** False also where one of them is no number, so that nobody can tell. */
export function isLaterVersion(version: string, than: string): boolean {
  return DIGITS.test(version) && DIGITS.test(than) && BigInt(version) > BigInt(than);
}
