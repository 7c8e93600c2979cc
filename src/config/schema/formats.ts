/** The checks on text that JSON schema has no keyword for, and the words that say what they want. */
import { isIP } from 'node:net';
import { qualifiedNameProblems } from '../../kube/metadata/labels.ts';
import { dnsLabelProblems, dnsSubdomainProblems } from '../../kube/metadata/names.ts';
import { durationOf, expiryOf } from './times.ts';

/** RFC 1035: a name has at most 255 bytes on the wire, which leaves 253 characters. */
const LONGEST_DNS_NAME = 253;
/** RFC 1123: letters, digits and inner hyphens, at most 63 of them. */
const DNS_LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/i;
const ONLY_DIGITS = /^\d+$/;
/** What names of namespaces and objects are made of, and the one wildcard. */
const PATTERN = /^[a-z0-9.*-]+$/i;

interface FormatRule {
  readonly accepts: (text: string) => boolean;
  readonly wanted: string;
}

export const formatRules = {
  host: {
    accepts: (text: string) => isIP(text) !== 0 || isDnsName(text),
    wanted: 'an IP address or a host name',
  },
  'certificate-name': {
    // A zone index is local to one machine and has no place in a certificate.
    accepts: (text: string) =>
      (isIP(text) !== 0 && !text.includes('%')) || isDnsName(text.startsWith('*.') ? text.slice(2) : text),
    wanted: 'a DNS name or an IP address',
  },
  path: { accepts: (text: string) => text.trim() !== '' && !text.includes('\0'), wanted: 'a path' },
  'label-key': { accepts: isQualifiedName, wanted: 'a label key' },
  'label-suffix': {
    // It is an end when something can stand before it.
    accepts: (text: string) => text !== '' && isQualifiedName(`tenant${text}`),
    wanted: 'the end of a label key',
  },
  'annotation-key': {
    // Kubernetes allows capitals in the domain of an annotation, and not of a label.
    accepts: (text: string) => isQualifiedName(text.toLowerCase()),
    wanted: 'an annotation key',
  },
  'object-name': {
    accepts: (text: string) => dnsSubdomainProblems(text).length === 0,
    wanted: 'the name of an object: lower case letters, digits, "-" and "."',
  },
  namespace: {
    accepts: (text: string) => dnsLabelProblems(text).length === 0,
    wanted: 'the name of a namespace: lower case letters, digits and "-"',
  },
  pattern: {
    accepts: (text: string) => PATTERN.test(text),
    wanted: 'a name or a pattern of letters, digits, "-", "." and "*"',
  },
  identity: {
    // It is compared letter by letter: a space that nobody sees would make it match nothing.
    accepts: (text: string) => text !== '' && text === text.trim(),
    wanted: 'a name that is not empty and has no space around it',
  },
  sentence: { accepts: (text: string) => text.trim() !== '', wanted: 'text that is not empty' },
  expiry: {
    accepts: (text: string) => expiryOf(text) !== undefined,
    wanted: 'a day such as 2030-06-30 or a time such as 2030-06-30T12:00:00Z',
  },
  duration: {
    accepts: (text: string) => durationOf(text) !== undefined,
    wanted: 'a time such as 30s, 10m or 1h30m, from 1s to 24h',
  },
  'taint-key': {
    accepts: (text: string) => isQualifiedName(text.replaceAll('*', 'x')),
    wanted: 'the key of a taint, or a pattern with "*"',
  },
  resource: { accepts: isQualifiedName, wanted: 'the name of a resource, such as memory or nvidia.com/gpu' },
} satisfies Readonly<Record<string, FormatRule>>;

export type Format = keyof typeof formatRules;

/** `name` or `domain/name`, as keys of labels are. */
function isQualifiedName(text: string): boolean {
  return qualifiedNameProblems(text).length === 0;
}

function isDnsName(text: string): boolean {
  const labels = text.split('.');
  // A last label of digits is an address with a mistake in it, such as 10.0.0.256.
  return (
    text.length <= LONGEST_DNS_NAME &&
    labels.every((label) => DNS_LABEL.test(label)) &&
    !ONLY_DIGITS.test(labels.at(-1) ?? '')
  );
}
