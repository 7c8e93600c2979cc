/** Where objects are in the API. */

/** A kind, as paths name it. */
export interface ApiResource {
  /** `v1`, `apps/v1`, … */
  readonly apiVersion: string;
  /** `secrets`, `daemonsets`, … */
  readonly plural: string;
  /** Undefined for what belongs to no namespace. */
  readonly namespace?: string | undefined;
}

/**
 * The list of a kind, in one namespace or over all.
 *
 * @example collectionPath({ apiVersion: 'apps/v1', plural: 'daemonsets', namespace: 'x' }) // '/apis/apps/v1/namespaces/x/daemonsets'
 */
export function collectionPath({ apiVersion, plural, namespace }: ApiResource): string {
  const root = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
  const scope = namespace === undefined ? '' : `/namespaces/${encodeURIComponent(namespace)}`;
  return `${root}${scope}/${plural}`;
}

/** One object, or a part of it (`status`, `scale`). */
export function objectPath(resource: ApiResource, name: string, part?: string): string {
  const path = `${collectionPath(resource)}/${encodeURIComponent(name)}`;
  return part === undefined ? path : `${path}/${part}`;
}
