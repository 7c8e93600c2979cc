/** The kinds that make pods from a template, and where in them the template stands. */
import { groupKindOf, type TypeMeta } from '../metadata/type-meta.ts';

const POD_TEMPLATE = ['spec', 'template'] as const;

/** Kubernetes' own: what other groups have under these names may be made quite differently. */
const TEMPLATES: Readonly<Record<string, readonly string[]>> = {
  '/ReplicationController': POD_TEMPLATE,
  'apps/Deployment': POD_TEMPLATE,
  'apps/ReplicaSet': POD_TEMPLATE,
  'apps/StatefulSet': POD_TEMPLATE,
  'extensions/Deployment': POD_TEMPLATE,
  'extensions/ReplicaSet': POD_TEMPLATE,
  'batch/Job': POD_TEMPLATE,
  'batch/CronJob': ['spec', 'jobTemplate', ...POD_TEMPLATE],
};

/** As registrations name them: group, version, and its resources. */
export const WORKLOAD_RESOURCES = [
  { group: '', version: 'v1', resources: ['replicationcontrollers'] },
  { group: 'apps', version: 'v1', resources: ['deployments', 'replicasets', 'statefulsets'] },
  { group: 'batch', version: 'v1', resources: ['cronjobs', 'jobs'] },
] as const;

/** The path of the template, or undefined for a kind that is no workload. */
export function templatePathOf(type: TypeMeta): readonly string[] | undefined {
  const key = groupKindOf(type);
  return Object.hasOwn(TEMPLATES, key) ? TEMPLATES[key] : undefined;
}
