/** Checks the pod of an extender's call as bytes, and finds out which state of which pod it is, in one walk. */
import { ordinaryEnd, QUOTE, type Slice } from '../../json/scan.ts';
import { eachPlainMember, isKey, UNUSUAL } from './plain-members.ts';

/** From the pod's metadata. Undefined when it is missing or anything but one plain string without an escape. */
export interface PodIdentity {
  readonly uid: string | undefined;
  readonly resourceVersion: string | undefined;
}

const IDENTITY_KEYS = ['uid', 'resourceVersion'] as const;
/** As `isKey` wants them. */
const LOWER_KEYS = IDENTITY_KEYS.map((key) => key.toLowerCase());
const NOBODY: PodIdentity = { uid: undefined, resourceVersion: undefined };

/** Where the pod at `at` lies, and who it is. Usual is an object with one `metadata`, an object too. */
export function readPod(bytes: Buffer, at: number): { readonly pod: Slice; readonly identity: PodIdentity } {
  let identity: PodIdentity | undefined;
  const end = eachPlainMember(bytes, at, (key, keyEnd, value) => {
    if (!isKey(bytes, key, keyEnd, 'metadata')) return undefined;
    if (identity !== undefined) throw UNUSUAL;
    const texts = new Map<string, string | undefined>();
    const metadataEnd = readMetadata(bytes, value, texts);
    const isExact = bytes.toString('latin1', key, keyEnd) === 'metadata';
    identity = isExact ? { uid: texts.get('uid'), resourceVersion: texts.get('resourceVersion') } : NOBODY;
    return metadataEnd;
  });
  if (identity === undefined) throw UNUSUAL;
  return { pod: { start: at, end }, identity };
}

function readMetadata(bytes: Buffer, at: number, texts: Map<string, string | undefined>): number {
  return eachPlainMember(bytes, at, (key, keyEnd, value) => {
    const name = IDENTITY_KEYS[LOWER_KEYS.findIndex((candidate) => isKey(bytes, key, keyEnd, candidate))];
    if (name === undefined) return undefined;
    const isClear = !texts.has(name) && bytes.toString('latin1', key, keyEnd) === name;
    texts.set(name, isClear ? plainText(bytes, value) : undefined);
    return undefined;
  });
}

function plainText(bytes: Buffer, at: number): string | undefined {
  const end = ordinaryEnd(bytes, at + 1);
  return bytes[at] === QUOTE && bytes[end] === QUOTE ? bytes.toString('utf8', at + 1, end) : undefined;
}
