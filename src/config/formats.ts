/** The checks on text that JSON schema has no keyword for, and the words that say what they want. */
import { isIP } from 'node:net';
import type { Format } from './schema-node.ts';

/** RFC 1035: a name has at most 255 bytes on the wire, which leaves 253 characters. */
const LONGEST_DNS_NAME = 253;
/** RFC 1123: letters, digits and inner hyphens, at most 63 of them. */
const DNS_LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/i;
const ONLY_DIGITS = /^\d+$/;

interface FormatRule {
  readonly accepts: (text: string) => boolean;
  readonly wanted: string;
}

export const formatRules: Readonly<Record<Format, FormatRule>> = {
  host: {
    accepts: (text) => isIP(text) !== 0 || isDnsName(text),
    wanted: 'an IP address or a host name',
  },
  'certificate-name': {
    // A zone index is local to one machine and has no place in a certificate.
    accepts: (text) =>
      (isIP(text) !== 0 && !text.includes('%')) || isDnsName(text.startsWith('*.') ? text.slice(2) : text),
    wanted: 'a DNS name or an IP address',
  },
  path: {
    accepts: (text) => text.trim() !== '' && !text.includes('\0'),
    wanted: 'a path',
  },
};

function isDnsName(text: string): boolean {
  const labels = text.split('.');
  // A last label of digits is an address with a mistake in it, such as 10.0.0.256.
  return (
    text.length <= LONGEST_DNS_NAME &&
    labels.every((label) => DNS_LABEL.test(label)) &&
    !ONLY_DIGITS.test(labels.at(-1) ?? '')
  );
}
