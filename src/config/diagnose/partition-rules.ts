/** The rules that hold between the API servers of one cluster. */
import { isObject } from '../../json/object.ts';
import { valueAt } from '../../json/path.ts';
import { PARTITION_ROLES } from '../../kube/partition-roles.ts';
import type { Mistake } from './problem.ts';

const CLUSTER = ['cluster'];
const PARTITIONS = [...CLUSTER, 'partitions'];

/** What leads to one API server, or to none. */
const OF_ONE = ['kubeconfig', 'context', 'snapshots'];

/** In a document of which any part may be wrong. */
export function partitionMistakes(document: unknown): Mistake[] {
  const list = valueAt(document, PARTITIONS);
  const items: readonly unknown[] = Array.isArray(list) ? list : [];
  if (items.length === 0) return [];
  return [...missingRoles(items), ...repeatedNames(items), ...besideOne(document)];
}

function missingRoles(items: readonly unknown[]): Mistake[] {
  const roles = items.map((item) => (isObject(item) ? item.role : undefined));
  // One that is misspelt is a mistake already.
  if (!roles.every((role) => PARTITION_ROLES.some((known) => known === role))) return [];
  return PARTITION_ROLES.filter((role) => !roles.includes(role)).map((role) => ({
    path: PARTITIONS,
    about: 'value',
    message: `has no partition of role ${role}: pods are in tenant partitions, and their nodes in resource partitions`,
  }));
}

function repeatedNames(items: readonly unknown[]): Mistake[] {
  const names = items.map((item) => (isObject(item) ? item.name : undefined));
  return names.flatMap((name, position): Mistake[] => {
    const first = names.indexOf(name);
    if (typeof name !== 'string' || first === position) return [];
    const message = `is the name of cluster.partitions[${first}] already: each has its own`;
    return [{ path: [...PARTITIONS, position, 'name'], about: 'value', message }];
  });
}

function besideOne(document: unknown): Mistake[] {
  const beside = OF_ONE.filter((key) => {
    const value = valueAt(document, [...CLUSTER, key]);
    return value !== undefined && !(Array.isArray(value) && value.length === 0);
  }).map(
    (key): Mistake => ({
      path: [...CLUSTER, key],
      about: 'key',
      message:
        'is for a cluster of one API server, and cluster.partitions names several: leave one of them out',
    }),
  );
  if (valueAt(document, [...CLUSTER, 'source']) !== 'snapshot') return beside;
  const message = 'must be auto or watch with cluster.partitions';
  return [...beside, { path: [...CLUSTER, 'source'], about: 'value', message }];
}
