/** Whether two addresses to listen on are in each other's way. */
import { BlockList, isIP } from 'node:net';

/** Addresses that stand for all addresses of the machine. */
const ANY_ADDRESSES = ['0.0.0.0', '::'];

/** Whether one port on both addresses is one port too many; names are not looked up. */
export function addressesOverlap(one: string, other: string): boolean {
  return (
    isSame(one, other) || ANY_ADDRESSES.some((any) => [one, other].some((address) => isSame(any, address)))
  );
}

/** An IPv6 address has many spellings, and an IPv4 address one as IPv6 too. */
function isSame(one: string, other: string): boolean {
  const [family, otherFamily] = [familyOf(one), familyOf(other)];
  if (family === undefined || otherFamily === undefined) {
    return one.toLowerCase() === other.toLowerCase();
  }
  const list = new BlockList();
  list.addAddress(one, family);
  return list.check(other, otherFamily);
}

/** Undefined for names, and for addresses with a zone, which only their own machine can compare. */
function familyOf(address: string): 'ipv4' | 'ipv6' | undefined {
  if (isIP(address) === 0 || address.includes('%')) {
    return undefined;
  }
  return isIP(address) === 4 ? 'ipv4' : 'ipv6';
}
