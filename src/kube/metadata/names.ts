/** The syntax of object names: DNS labels and subdomains, and the prefixes that generateName takes. */

export interface Syntax {
  /** In bytes. */
  readonly maxLength: number;
  readonly pattern: RegExp;
  /** The pattern in words. */
  readonly shape: string;
}

/** Both are of RFC 1123. */
const DNS_LABEL: Syntax = {
  maxLength: 63,
  pattern: /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/,
  shape: "must consist of lower case letters, digits or '-', and must start and end with a letter or digit",
};
export const DNS_SUBDOMAIN: Syntax = {
  maxLength: 253,
  pattern: /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/,
  shape:
    "must consist of lower case letters, digits, '-' or '.', and each part must start and end with a letter or digit",
};

/** No UTF-16 unit takes more than this many bytes in UTF-8. */
const MAX_BYTES_PER_UNIT = 3;

const encoder = new TextEncoder();

/** True when the text has more bytes than allowed; Kubernetes counts bytes, not characters. */
export function isLongerThan(text: string, bytes: number): boolean {
  if (text.length > bytes) return true;
  return text.length * MAX_BYTES_PER_UNIT > bytes && encoder.encode(text).length > bytes;
}

/** Of a text this much too long nobody needs to hear more; over megabytes the pattern takes as long as a hundred reviews. */
const SHAPE_LOOKED_AT = 4_096;

/** What is wrong with a text that has a shape and a longest form; empty when nothing is. */
export function syntaxProblems(text: string, { maxLength, pattern, shape }: Syntax): string[] {
  const problems: string[] = [];
  if (isLongerThan(text, maxLength)) problems.push(`must be no more than ${maxLength} bytes`);
  if (text.length <= SHAPE_LOOKED_AT && !pattern.test(text)) problems.push(shape);
  return problems;
}

export function dnsSubdomainProblems(text: string): string[] {
  return syntaxProblems(text, DNS_SUBDOMAIN);
}

export function dnsLabelProblems(text: string): string[] {
  return syntaxProblems(text, DNS_LABEL);
}

/** What is wrong with a generateName prefix, where a trailing dash is welcome. */
export function generateNameProblems(prefix: string): string[] {
  // Kubernetes drops the last two characters and not just the dash (maskTrailingDash), so "a.-" passes too.
  const masked = prefix.length > 1 && prefix.endsWith('-') ? `${prefix.slice(0, -2)}a` : prefix;
  return dnsSubdomainProblems(masked);
}
