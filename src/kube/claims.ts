/** What a pod claims of a cluster beside the room of a node: volumes and devices, which are bound to it before it is. */
import { isObject } from '../json/object.ts';

/** Volumes that a node can take only so many of, or only one pod at a time. */
const VOLUME_CLAIMS = ['persistentVolumeClaim', 'ephemeral'] as const;

/** Of a pod's spec as it came. */
export function makesClaims(spec: unknown): boolean {
  if (!isObject(spec)) return false;
  const { volumes, resourceClaims } = spec;
  if (Array.isArray(resourceClaims) && resourceClaims.length > 0) return true;
  return Array.isArray(volumes) && volumes.some(isClaim);
}

function isClaim(volume: unknown): boolean {
  return isObject(volume) && VOLUME_CLAIMS.some((kind) => isObject(volume[kind]));
}
