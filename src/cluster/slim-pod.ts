/** Projects a whole Pod to what decisions read of it. */
import { apiGroupOf } from '../kube/owners.ts';
import {
  integerAt,
  isObject,
  type JsonObject,
  listAt,
  objectAt,
  requiredTextAt,
  secondsAt,
  textAt,
} from './fields.ts';
import { scopedKey } from './object-key.ts';
import type { Placement, SlimOwner, SlimPod } from './records.ts';
import { RecentCache, type ShareText } from './sharing.ts';
import { placementAt } from './slim-placement.ts';
import { requestsReader } from './slim-requests.ts';

/** Written by daemon-like controllers on the pods that they make for one node. */
export const TARGET_NODE_ANNOTATION = 'daemonward.dev/target-node';

/** What the API server fills in; objects from a file may lack them. */
export const DEFAULT_PREEMPTION_POLICY = 'PreemptLowerPriority';
export const DEFAULT_SCHEDULER = 'default-scheduler';
const DEFAULT_PHASE = 'Pending';

type OwnerReader = (meta: JsonObject, tenant: string, namespace: string) => SlimOwner | undefined;

function ownerReader(share: ShareText): OwnerReader {
  const owners = new RecentCache<SlimOwner>();
  return (meta, tenant, namespace) => {
    const references = listAt(meta.ownerReferences, 'metadata.ownerReferences');
    const index = references.findIndex((entry) => isObject(entry) && entry.controller === true);
    if (index < 0) return undefined;
    const at = `metadata.ownerReferences[${index}]`;
    const reference = objectAt(references[index], at);
    const group = apiGroupOf(textAt(reference.apiVersion, `${at}.apiVersion`));
    const kind = requiredTextAt(reference.kind, `${at}.kind`);
    const name = requiredTextAt(reference.name, `${at}.name`);
    const uid = textAt(reference.uid, `${at}.uid`) || scopedKey(tenant, namespace, name);
    const known = owners.get(uid);
    if (known !== undefined && known.name === name && known.kind === kind && known.group === group)
      return known;
    const owner = { group: share(group), kind: share(kind), name, uid };
    owners.set(uid, owner);
    return owner;
  };
}

function repelsPods(spec: JsonObject): boolean {
  const affinity = objectAt(spec.affinity, 'spec.affinity');
  const at = 'spec.affinity.podAntiAffinity';
  const required = objectAt(affinity.podAntiAffinity, at).requiredDuringSchedulingIgnoredDuringExecution;
  return listAt(required, `${at}.requiredDuringSchedulingIgnoredDuringExecution`).length > 0;
}

type PlacementReader = (spec: JsonObject) => Placement;

function placementReader(share: ShareText): PlacementReader {
  const placements = new RecentCache<Placement>();
  return (spec) => {
    const placement = placementAt(spec, 'spec', share);
    const key = JSON.stringify(placement);
    const known = placements.get(key);
    if (known !== undefined) return known;
    placements.set(key, placement);
    return placement;
  };
}

/** Makes the projection; it remembers shapes, so one projection serves a whole list or watch. */
export function podProjection(share: ShareText): (pod: JsonObject) => SlimPod {
  const requestsOf = requestsReader();
  const ownerOf = ownerReader(share);
  const placementOf = placementReader(share);

  return (pod) => {
    const meta = objectAt(pod.metadata, 'metadata');
    const spec = objectAt(pod.spec, 'spec');
    const status = objectAt(pod.status, 'status');
    const labels = objectAt(meta.labels, 'metadata.labels');
    const annotations = objectAt(meta.annotations, 'metadata.annotations');
    const tenant = share(textAt(meta.tenant, 'metadata.tenant'));
    const namespace = share(requiredTextAt(meta.namespace, 'metadata.namespace'));
    const name = requiredTextAt(meta.name, 'metadata.name');
    const nodeName = share(textAt(spec.nodeName, 'spec.nodeName'));
    const unbound = nodeName === '';
    return {
      uid: textAt(meta.uid, 'metadata.uid') || scopedKey(tenant, namespace, name),
      namespace,
      name,
      tenant,
      nodeName,
      phase: share(textAt(status.phase, 'status.phase') || DEFAULT_PHASE),
      terminating: textAt(meta.deletionTimestamp, 'metadata.deletionTimestamp') !== '',
      priority: integerAt(spec.priority, 'spec.priority'),
      priorityClassName: share(textAt(spec.priorityClassName, 'spec.priorityClassName')),
      preemptionPolicy: share(
        textAt(spec.preemptionPolicy, 'spec.preemptionPolicy') || DEFAULT_PREEMPTION_POLICY,
      ),
      schedulerName: share(textAt(spec.schedulerName, 'spec.schedulerName') || DEFAULT_SCHEDULER),
      owner: ownerOf(meta, tenant, namespace),
      requests: requestsOf(spec, 'spec'),
      revisionHash: share(
        textAt(labels['controller-revision-hash'], 'metadata.labels["controller-revision-hash"]'),
      ),
      templateGeneration: share(
        textAt(labels['pod-template-generation'], 'metadata.labels["pod-template-generation"]'),
      ),
      placement: unbound ? placementOf(spec) : undefined,
      resourceVersion: unbound ? textAt(meta.resourceVersion, 'metadata.resourceVersion') : '',
      repelsPods: repelsPods(spec),
      nominatedNode: unbound ? share(textAt(status.nominatedNodeName, 'status.nominatedNodeName')) : '',
      targetAnnotation: unbound
        ? share(
            textAt(annotations[TARGET_NODE_ANNOTATION], `metadata.annotations["${TARGET_NODE_ANNOTATION}"]`),
          )
        : '',
      createdAt: secondsAt(meta.creationTimestamp, 'metadata.creationTimestamp'),
      startedAt: secondsAt(status.startTime, 'status.startTime'),
    };
  };
}
