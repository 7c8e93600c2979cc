/** Addresses as the API server takes them in new objects: no leading zeros, no zone, no IPv4 in the dress of IPv6. */

const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/;
const GROUP = /^[\da-fA-F]{1,4}$/;
const GROUPS = 8;

/** The groups of `::ffff:0:0/96`, which stands for the addresses of IPv4. */
const MAPPED = '0:0:0:0:0:ffff';

export function isIpAddress(text: string): boolean {
  return IPV4.test(text) || isIpv6(text);
}

function isIpv6(text: string): boolean {
  const last = text.slice(text.lastIndexOf(':') + 1);
  // Two groups may be written as an address of IPv4.
  const plain = IPV4.test(last) ? `${text.slice(0, -last.length)}0:0` : text;
  const [before = '', after, ...more] = plain.split('::');
  const [left, right] = [groupsIn(before), groupsIn(after ?? '')];
  const missing = GROUPS - left.length - right.length;
  if (more.length > 0 || (after === undefined ? missing !== 0 : missing <= 0)) return false;
  const groups = [...left, ...Array.from({ length: missing }, () => '0'), ...right];
  return groups.every((group) => GROUP.test(group)) && !isMapped(groups);
}

function groupsIn(half: string): string[] {
  return half === '' ? [] : half.split(':');
}

function isMapped(groups: readonly string[]): boolean {
  const digits = groups.map((group) => Number.parseInt(group, 16).toString(16));
  return digits.join(':').startsWith(`${MAPPED}:`);
}
