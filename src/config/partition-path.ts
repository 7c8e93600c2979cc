/** Where each tenant partition's API server and scheduler call: they say who they are by the path. */

const PREFIX = '/partitions/';

/**
 * A cluster of one API server calls the plain paths.
 *
 * @example partitionPath('blue', '/scheduler/filter') // '/partitions/blue/scheduler/filter'
 */
export function partitionPath(partition: string, path: string): string {
  return partition === '' ? path : `${PREFIX}${partition}${path}`;
}

/** The partition that a path names, and the path without it; null when it names none. */
export function splitPartitionPath(
  path: string,
): { readonly partition: string; readonly rest: string } | null {
  if (!path.startsWith(PREFIX)) return null;
  const [partition = '', ...rest] = path.slice(PREFIX.length).split('/');
  return { partition, rest: `/${rest.join('/')}` };
}
