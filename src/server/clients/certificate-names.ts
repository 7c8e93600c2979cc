/** The names that a client certificate gives its owner. */
import type { X509Certificate } from 'node:crypto';

/**
 * One alternative name as Node prints it. A value with a comma or a quote in it is quoted as JSON (CVE-2021-44532): to cut
 * at every comma would let whoever chooses one name add others.
 */
const NAME = /(?:^|, )(?<kind>[A-Za-z ]+):(?<value>"(?:[^"\\]|\\.)*"|[^,"]*)/y;

/** Kinds that name a program or a person. Addresses do not: they belong to whoever has them today. */
const KINDS: ReadonlySet<string> = new Set(['DNS', 'URI']);

export function namesOf(certificate: X509Certificate): readonly string[] {
  return [...commonNames(certificate), ...alternativeNames(certificate.subjectAltName ?? '')];
}

/** As objects, not as the text of the subject, in which a value could look like another line. */
function commonNames(certificate: X509Certificate): readonly string[] {
  const { CN = [] } = certificate.toLegacyObject().subject ?? {};
  return typeof CN === 'string' ? [CN] : CN;
}

/** What cannot be read to its end is not read at all. */
export function alternativeNames(text: string): readonly string[] {
  const names: string[] = [];
  const pattern = new RegExp(NAME);
  while (pattern.lastIndex < text.length) {
    const { kind, value } = pattern.exec(text)?.groups ?? {};
    if (kind === undefined || value === undefined) return [];
    // A quoted value is none that a list of ours could have.
    if (KINDS.has(kind) && !value.startsWith('"')) names.push(value);
  }
  return names;
}
