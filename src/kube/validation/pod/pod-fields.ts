/** The rules for what a pod can be told about itself: its fields, and the resources of its containers. */
import type { JsonObject } from '../../../json/object.ts';
import { qualifiedNameProblems } from '../../metadata/labels.ts';
import { type FieldError, invalid, invalidForEach, notSupported, required } from '../field-error.ts';
import { requireText, textAt } from './fields.ts';

/** What the API server can read of a pod; of any other path it says that it cannot. */
const READABLE = [
  'metadata.annotations',
  'metadata.labels',
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
  'spec.nodeName',
  'spec.restartPolicy',
  'spec.schedulerName',
  'spec.serviceAccountName',
  'status.hostIP',
  'status.hostIPs',
  'status.phase',
  'status.podIP',
  'status.podIPs',
];

/** The name that it had before the first version of the API, and still has here. */
const OLD_NODE_NAME = 'spec.host';

const RESOURCES = ['cpu', 'memory', 'ephemeral-storage'].flatMap((name) => [
  `limits.${name}`,
  `requests.${name}`,
]);
const HUGE_PAGES = /^(?:limits|requests)\.hugepages-/;

/** `allowed` are those that can be had in this place. */
export function validatePodField(
  reference: JsonObject,
  allowed: readonly string[],
  field: string,
): FieldError[] {
  const path = textAt(reference, 'fieldPath');
  const version = textAt(reference, 'apiVersion') || 'v1';
  const at = `${field}.fieldPath`;
  if (path === '') return [required(at, 'must be given')];
  if (version !== 'v1') return [invalid(at, path, 'must be of apiVersion v1')];
  const { map, key } = subscriptOf(path);
  if (map === 'metadata.labels') return invalidForEach(field, key, qualifiedNameProblems(key));
  if (map === 'metadata.annotations') {
    return invalidForEach(field, key, qualifiedNameProblems(key.toLowerCase()));
  }
  const name = path === OLD_NODE_NAME ? 'spec.nodeName' : path;
  if (allowed.includes(name)) return [];
  if (READABLE.includes(name)) return [notSupported(at, path, allowed)];
  return [invalid(at, path, 'is no field of a pod that can be had')];
}

/** `metadata.labels['app']` is the entry `app` of a map. */
function subscriptOf(path: string): { readonly map: string; readonly key: string } {
  const [map = '', ...key] = path.endsWith("']") ? path.slice(0, -2).split("['") : [path];
  return { map: key.length > 0 ? map : '', key: key.join("['") };
}

export function validateResourceField(reference: JsonObject, field: string): FieldError[] {
  const resource = textAt(reference, 'resource');
  if (resource === '') return requireText(reference, 'resource', field);
  const isKnown = RESOURCES.includes(resource) || HUGE_PAGES.test(resource);
  return isKnown ? [] : [notSupported(`${field}.resource`, resource, RESOURCES)];
}
