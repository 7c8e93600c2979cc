/** Checks the pod of an extender's call as bytes, and finds out who it is, in one walk. */
import { eachMember, isKey, ordinaryEnd, QUOTE, skipValue, WRONG } from './asked-json.ts';

/** From the pod's metadata. Undefined when it is missing or anything but one plain string without an escape. */
export interface PodIdentity {
  readonly uid: string | undefined;
  readonly namespace: string | undefined;
  readonly name: string | undefined;
  readonly resourceVersion: string | undefined;
}

const IDENTITY_KEYS = ['uid', 'namespace', 'name', 'resourceVersion'] as const;
/** As `isKey` wants them. */
const LOWER_KEYS = IDENTITY_KEYS.map((key) => key.toLowerCase());
const NOBODY: PodIdentity = {
  uid: undefined,
  namespace: undefined,
  name: undefined,
  resourceVersion: undefined,
};

/** Where the pod at `at` ends. Only an object with one `metadata`, an object too, is found to be a pod. */
export function readPod(bytes: Buffer, at: number, found: (identity: PodIdentity) => void): number {
  let hasMetadata = false;
  return eachMember(bytes, at, (key, keyEnd, value) => {
    if (!isKey(bytes, key, keyEnd, 'metadata')) return skipValue(bytes, value);
    if (hasMetadata) return WRONG;
    hasMetadata = true;
    const isExact = bytes.toString('latin1', key, keyEnd) === 'metadata';
    return readMetadata(bytes, value, (identity) => found(isExact ? identity : NOBODY));
  });
}

function readMetadata(bytes: Buffer, at: number, found: (identity: PodIdentity) => void): number {
  const texts = new Map<string, string | undefined>();
  const end = eachMember(bytes, at, (key, keyEnd, value) => {
    const name = IDENTITY_KEYS[LOWER_KEYS.findIndex((candidate) => isKey(bytes, key, keyEnd, candidate))];
    if (name === undefined) return skipValue(bytes, value);
    const isClear = !texts.has(name) && bytes.toString('latin1', key, keyEnd) === name;
    texts.set(name, isClear ? plainText(bytes, value) : undefined);
    return skipValue(bytes, value);
  });
  found({
    uid: texts.get('uid'),
    namespace: texts.get('namespace'),
    name: texts.get('name'),
    resourceVersion: texts.get('resourceVersion'),
  });
  return end;
}

function plainText(bytes: Buffer, at: number): string | undefined {
  const end = ordinaryEnd(bytes, at + 1);
  return bytes[at] === QUOTE && bytes[end] === QUOTE ? bytes.toString('utf8', at + 1, end) : undefined;
}
