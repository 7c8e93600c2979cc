/** Who may use the room of an order: said on the order, by what the system tenant's controllers write, never by the pod. */
import type { SlimOrder, SlimOrderOwner } from '../cluster/order-record.ts';
import type { SlimPod } from '../cluster/records.ts';
import { compileLabelSelector } from '../kube/matching/selectors.ts';

/** Whether a pod may. */
export type IsMeant = (pod: SlimPod) => boolean;

/** Its pods belong to a ReplicaSet, which is called after it and after their template. */
const DEPLOYMENT = 'Deployment';
const REPLICA_SET = 'ReplicaSet';
const TEMPLATE_HASH = 'pod-template-hash';

/** Its pods belong to a Job, which is called after it and after the minute for which it was made. */
const CRON_JOB = 'CronJob';
const JOB = 'Job';
const MINUTE = /^\d+$/;

const POD = 'Pod';

export function compileClaims({ owners, tenant, partition }: SlimOrder): IsMeant {
  const entries = owners.map((owner) => ({ namespace: owner.namespace, isMeant: compileOwner(owner) }));
  if (entries.length === 0) return () => false;
  return (pod) =>
    pod.tenant === tenant &&
    pod.partition === partition &&
    entries.some(({ namespace, isMeant }) => pod.namespace === namespace && isMeant(pod));
}

function compileOwner(owner: SlimOrderOwner): IsMeant {
  const hasLabels = owner.selector === undefined ? () => true : compileLabelSelector(owner.selector);
  // What cannot be read means nobody.
  if (hasLabels === null) return () => false;
  const isController = controllerOf(owner);
  return (pod) => isController(pod) && hasLabels(pod.labels);
}

function controllerOf({ group, kind, name }: SlimOrderOwner): IsMeant {
  if (kind === POD && group === '') return (pod) => name === '' || pod.name === name;
  if (kind === DEPLOYMENT && group === 'apps') {
    return ({ owner, labels }) =>
      owner?.group === group &&
      owner.kind === REPLICA_SET &&
      (name === '' || owner.name === `${name}-${labels[TEMPLATE_HASH]}`);
  }
  if (kind === CRON_JOB && group === 'batch') {
    return ({ owner }) =>
      owner?.group === group && owner.kind === JOB && (name === '' || isOfCronJob(owner.name, name));
  }
  return ({ owner }) => owner?.group === group && owner.kind === kind && (name === '' || owner.name === name);
}

function isOfCronJob(job: string, name: string): boolean {
  return job.startsWith(`${name}-`) && MINUTE.test(job.slice(name.length + 1));
}
