/** How Kubernetes lets objects, labels and annotations be called. */

/** A DNS subdomain (RFC 1123) has at most 253 characters. */
const LONGEST_SUBDOMAIN = 253;
/** Lower case labels with dots between; unlike host names these may end in a label of digits. */
const SUBDOMAIN = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/;

/** The part of a key behind its domain. */
const LONGEST_KEY_NAME = 63;
const KEY_NAME = /^[a-z0-9]([\w.-]*[a-z0-9])?$/i;

export function isObjectName(text: string): boolean {
  return text.length <= LONGEST_SUBDOMAIN && SUBDOMAIN.test(text);
}

/** `name` or `domain/name`, as keys of labels are. */
export function isQualifiedName(text: string): boolean {
  const slash = text.indexOf('/');
  const name = text.slice(slash + 1);
  return (
    (slash < 0 || isObjectName(text.slice(0, slash))) &&
    name.length <= LONGEST_KEY_NAME &&
    KEY_NAME.test(name)
  );
}
