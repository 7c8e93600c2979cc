/** Checks the pod of an extender's call as bytes, and finds out who it is, in one walk. */
import { eachMember, isKey, ordinaryEnd, QUOTE, skipValue, WRONG } from './asked-json.ts';

/** From the pod's metadata. Undefined when it is missing or anything but one plain string without an escape. */
export interface PodIdentity {
  readonly uid: string | undefined;
  readonly namespace: string | undefined;
  readonly name: string | undefined;
}

const IDENTITY_KEYS = ['uid', 'namespace', 'name'] as const;
const NOBODY: PodIdentity = { uid: undefined, namespace: undefined, name: undefined };

/** Where the pod at `at` ends. It is WRONG unless it is an object with one `metadata` that is an object. */
export function readPod(bytes: Buffer, at: number, found: (identity: PodIdentity) => void): number {
  let hasMetadata = false;
  const end = eachMember(bytes, at, (key, keyEnd, value) => {
    if (!isKey(bytes, key, keyEnd, 'metadata')) return skipValue(bytes, value);
    if (hasMetadata) return WRONG;
    hasMetadata = true;
    const isExact = bytes.toString('latin1', key, keyEnd) === 'metadata';
    return readMetadata(bytes, value, (identity) => found(isExact ? identity : NOBODY));
  });
  return hasMetadata ? end : WRONG;
}

function readMetadata(bytes: Buffer, at: number, found: (identity: PodIdentity) => void): number {
  const texts = new Map<string, string | undefined>();
  const end = eachMember(bytes, at, (key, keyEnd, value) => {
    const name = IDENTITY_KEYS.find((candidate) => isKey(bytes, key, keyEnd, candidate));
    if (name === undefined) return skipValue(bytes, value);
    const isClear = !texts.has(name) && bytes.toString('latin1', key, keyEnd) === name;
    texts.set(name, isClear ? plainText(bytes, value) : undefined);
    return skipValue(bytes, value);
  });
  found({ uid: texts.get('uid'), namespace: texts.get('namespace'), name: texts.get('name') });
  return end;
}

function plainText(bytes: Buffer, at: number): string | undefined {
  const end = ordinaryEnd(bytes, at + 1);
  return bytes[at] === QUOTE && bytes[end] === QUOTE ? bytes.toString('utf8', at + 1, end) : undefined;
}
