/**
 * Projects what a pod takes of the node that it is bound to. Of nearly every pod the kubelet says what the spec says: then
 * the pod shares the shape of those that wait, and only a pod that is being resized has one of its own.
 */
import { isObject, type JsonObject } from '../../json/object.ts';
import type { ContainerStatus, PodStatus } from '../../kube/objects.ts';
import { grantedRequests, podRequests, type Resources } from '../../kube/resources/requests.ts';
import type { Fields } from './fields.ts';
import { namedResources, quantitiesOf, type RequestsReader } from './requests.ts';
import { RecentCache } from './sharing.ts';

export interface BoundRequests {
  readonly requests: Resources;
  /** It asks for more than it has been granted, and may still get it. */
  readonly waitsToGrow: boolean;
}

export type BoundRequestsReader = (spec: Fields, status: Fields) => BoundRequests;

/** A reader that remembers the shapes of pods that are being resized; `requestsOf` has those of all others. */
export function boundRequestsReader(requestsOf: RequestsReader): BoundRequestsReader {
  const shapes = new RecentCache<BoundRequests>();
  return (spec, status) => {
    if (saysTheSame(spec, status)) return { requests: requestsOf(spec), waitsToGrow: false };
    const asked = namedResources(spec);
    const told = toldStatus(status);
    return shapes.getOrMake(JSON.stringify([asked, told]), () => {
      const requests = podRequests(asked, told);
      return { requests, waitsToGrow: isBeyond(requests, grantedRequests(asked, told)) };
    });
  };
}

/** Looks at what came as it came: this is asked of every pod, and nearly always ends here. */
function saysTheSame({ value: spec }: Fields, { value: status }: Fields): boolean {
  return (
    isAsAsked(spec, status) &&
    areAsAsked(spec.containers, status.containerStatuses) &&
    areAsAsked(spec.initContainers, status.initContainerStatuses)
  );
}

/** Containers may be in another order than their statuses. */
function areAsAsked(containers: unknown, statuses: unknown): boolean {
  if (!Array.isArray(statuses) || !Array.isArray(containers)) return !Array.isArray(statuses);
  return statuses.every(
    (status: unknown) =>
      !isObject(status) ||
      containers.every(
        (container: unknown) =>
          !isObject(container) || container.name !== status.name || isAsAsked(container, status),
      ),
  );
}

/** A container, or the pod as a whole. What has no actual resources, or none allocated, says nothing about them. */
function isAsAsked(spec: JsonObject, status: JsonObject): boolean {
  const { resources, allocatedResources } = status;
  if (!isObject(resources)) return true;
  const asked = isObject(spec.resources) ? spec.resources.requests : undefined;
  return (
    haveSameEntries(resources.requests, asked) &&
    (!isObject(allocatedResources) || haveSameEntries(allocatedResources, asked))
  );
}

function haveSameEntries(a: unknown, b: unknown): boolean {
  if (!isObject(a) || !isObject(b)) return isObject(a) === isObject(b);
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => a[name] === b[name]);
}

function toldStatus(status: Fields): PodStatus {
  return {
    ...toldResources(status),
    conditions: status
      .objects('conditions')
      .map((condition) => ({ type: condition.text('type'), reason: condition.text('reason') })),
    containerStatuses: status.objects('containerStatuses').map(toldContainer),
    initContainerStatuses: status.objects('initContainerStatuses').map(toldContainer),
  };
}

function toldContainer(status: Fields): ContainerStatus {
  return { name: status.text('name'), ...toldResources(status) };
}

function toldResources(status: Fields): Pick<ContainerStatus, 'resources' | 'allocatedResources'> {
  if (!status.isSet('resources')) return {};
  return {
    resources: { requests: quantitiesOf(status.object('resources'), 'requests', 'leave out') },
    allocatedResources: quantitiesOf(status, 'allocatedResources', 'leave out'),
  };
}

function isBeyond(requests: Resources, granted: Resources): boolean {
  return [...requests].some(([resource, amount]) => amount > (granted.get(resource) ?? 0n));
}
