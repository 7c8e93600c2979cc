/** Projects a whole Pod to what decisions read of it. */
import { isObject, type JsonObject } from '../../json/object.ts';
import { makesClaims } from '../../kube/claims.ts';
import { TARGET_NODE_ANNOTATION } from '../../kube/metadata/annotations.ts';
import { DNS_SUBDOMAIN } from '../../kube/metadata/names.ts';
import { apiGroupOf } from '../../kube/metadata/type-meta.ts';
import type { Labels } from '../../kube/objects.ts';
import { DEFAULT_PHASE, DEFAULT_SCHEDULER } from '../../kube/workloads/pod-defaults.ts';
import { scopedKey } from '../object-key.ts';
import type { Placement, SlimOwner, SlimPod } from '../records.ts';
import { boundRequestsReader } from './bound-requests.ts';
import { Fields } from './fields.ts';
import { hostPortsReader } from './host-ports.ts';
import { placementOf } from './placement.ts';
import { queueingOf } from './queueing.ts';
import { isReady } from './readiness.ts';
import { requestsReader } from './requests.ts';
import { RecentCache, type ShareText } from './sharing.ts';

const OWNERS = 'ownerReferences';

type OwnerReader = (meta: Fields, tenant: string, namespace: string) => SlimOwner | undefined;

function ownerReader(share: ShareText): OwnerReader {
  const owners = new RecentCache<SlimOwner>();
  return (meta, tenant, namespace) => {
    const references = meta.list(OWNERS);
    const index = references.findIndex((entry) => isObject(entry) && entry.controller === true);
    if (index < 0) return undefined;
    const reference = new Fields(references[index], share, meta, OWNERS, index);
    const apiVersion = reference.text('apiVersion');
    const kind = reference.required('kind');
    const name = reference.required('name');
    const uid = reference.text('uid') || scopedKey(tenant, namespace, name);
    // The group is a slice of the version, which it keeps in memory: so it is the owner that is shared, and not the group.
    return owners.getOrMake(JSON.stringify([apiVersion, kind, name, uid]), () => ({
      group: apiGroupOf(apiVersion),
      kind: share(kind),
      name,
      uid,
    }));
  };
}

/** A value that is too long for a name names no node, and may have a quarter of a megabyte. */
function targetOf(meta: Fields): string {
  const target = meta.label('annotations', TARGET_NODE_ANNOTATION);
  return target.length > DNS_SUBDOMAIN.maxLength ? '' : meta.share(target);
}

function repelsPods(spec: Fields): boolean {
  if (!spec.isSet('affinity')) return false;
  const antiAffinity = spec.object('affinity').object('podAntiAffinity');
  return antiAffinity.list('requiredDuringSchedulingIgnoredDuringExecution').length > 0;
}

/** Makes the projection; it remembers shapes, so one projection serves a whole list or watch. */
export function podProjection(share: ShareText, partition = ''): (pod: JsonObject) => SlimPod {
  const requestsOf = requestsReader();
  const boundRequestsOf = boundRequestsReader(requestsOf);
  const ownerOf = ownerReader(share);
  const portsOf = hostPortsReader();
  const placements = new RecentCache<Placement>();
  const labelSets = new RecentCache<Labels>();

  function sharedPlacement(spec: Fields): Placement {
    const placement = placementOf(spec);
    return placements.getOrMake(JSON.stringify(placement), () => placement);
  }

  function sharedLabels(meta: Fields): Labels {
    return labelSets.getOrMake(JSON.stringify(meta.value.labels ?? null), () => meta.labels('labels'));
  }

  return (value) => {
    const pod = new Fields(value, share);
    const meta = pod.object('metadata');
    const spec = pod.object('spec');
    const status = pod.object('status');
    const tenant = meta.shared('tenant');
    const namespace = share(meta.required('namespace'));
    const name = meta.required('name');
    const nodeName = spec.shared('nodeName');
    const unbound = nodeName === '';
    // Of a pod that waits for a node the scheduler counts the spec alone.
    const taken = unbound ? undefined : boundRequestsOf(spec, status);
    return {
      partition,
      uid: meta.text('uid') || scopedKey(tenant, namespace, name),
      namespace,
      name,
      tenant,
      nodeName,
      phase: status.shared('phase', DEFAULT_PHASE),
      ready: isReady(status),
      terminating: meta.text('deletionTimestamp') !== '',
      priority: spec.integer('priority'),
      owner: ownerOf(meta, tenant, namespace),
      labels: sharedLabels(meta),
      requests: taken?.requests ?? requestsOf(spec),
      waitsToGrow: taken?.waitsToGrow ?? false,
      hostPorts: portsOf(spec),
      revisionHash: share(meta.label('labels', 'controller-revision-hash')),
      templateGeneration: share(meta.label('labels', 'pod-template-generation')),
      placement: unbound ? sharedPlacement(spec) : undefined,
      resourceVersion: unbound ? meta.text('resourceVersion') : '',
      repelsPods: repelsPods(spec),
      nominatedNode: unbound ? status.shared('nominatedNodeName') : '',
      schedulerName: unbound ? spec.shared('schedulerName', DEFAULT_SCHEDULER) : '',
      waitsBeforeBinding: unbound && makesClaims(spec.value),
      targetAnnotation: unbound ? targetOf(meta) : '',
      queueing: unbound ? queueingOf(meta, spec, status) : undefined,
      startedAt: status.seconds('startTime'),
    };
  };
}
