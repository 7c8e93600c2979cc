/** The syntax of object names: DNS labels and subdomains, and the prefixes that generateName takes. */

const DNS_LABEL_MAX_LENGTH = 63;
const DNS_SUBDOMAIN_MAX_LENGTH = 253;

const DNS_LABEL = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/;
const DNS_SUBDOMAIN = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;

/** No UTF-16 unit takes more than this many bytes in UTF-8. */
const MAX_BYTES_PER_UNIT = 3;

const encoder = new TextEncoder();

/** True when the text has more bytes than allowed; Kubernetes counts bytes, not characters. */
export function isLongerThan(text: string, bytes: number): boolean {
  if (text.length > bytes) return true;
  return text.length * MAX_BYTES_PER_UNIT > bytes && encoder.encode(text).length > bytes;
}

export function lengthProblem(limit: number): string {
  return `must be no more than ${limit} bytes`;
}

/** What is wrong with a DNS-1123 subdomain; empty when nothing is. */
export function dnsSubdomainProblems(text: string): string[] {
  const problems: string[] = [];
  if (isLongerThan(text, DNS_SUBDOMAIN_MAX_LENGTH)) problems.push(lengthProblem(DNS_SUBDOMAIN_MAX_LENGTH));
  if (!DNS_SUBDOMAIN.test(text)) {
    problems.push(
      "must consist of lower case letters, digits, '-' or '.', and each part must start and end with a letter or digit",
    );
  }
  return problems;
}

/** What is wrong with a DNS-1123 label; empty when nothing is. */
export function dnsLabelProblems(text: string): string[] {
  const problems: string[] = [];
  if (isLongerThan(text, DNS_LABEL_MAX_LENGTH)) problems.push(lengthProblem(DNS_LABEL_MAX_LENGTH));
  if (!DNS_LABEL.test(text)) {
    problems.push(
      "must consist of lower case letters, digits or '-', and must start and end with a letter or digit",
    );
  }
  return problems;
}

/** What is wrong with a generateName prefix, where a trailing dash is welcome. */
export function generateNameProblems(prefix: string): string[] {
  // Kubernetes drops the last two characters and not just the dash (maskTrailingDash), so "a.-" passes too.
  const masked = prefix.length > 1 && prefix.endsWith('-') ? `${prefix.slice(0, -2)}a` : prefix;
  return dnsSubdomainProblems(masked);
}
