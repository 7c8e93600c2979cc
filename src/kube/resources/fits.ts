/** What the scheduler's NodeResourcesFit would say: which resources of a node are too short for a pod. */
import { qualifiedNameProblems } from '../metadata/labels.ts';
import { isHugePages, PODS, type Resources } from './requests.ts';

/** One resource that does not suffice. */
export interface Shortage {
  readonly resource: string;
  readonly requested: bigint;
  readonly used: bigint;
  readonly capacity: bigint;
  /** The node would be too small even when empty, so preemption cannot help. */
  readonly unresolvable: boolean;
}

/** The state of a node as far as room is concerned. */
export interface NodeRoom {
  readonly allocatable: Resources;
  /** The sum of the requests of all pods on the node. */
  readonly requested: Resources;
  readonly podCount: number;
}

/** Compared under their own names, and in this order, before all others. */
const BASIC_RESOURCES = ['cpu', 'memory', 'ephemeral-storage'] as const;
const ALWAYS_WEIGHED: ReadonlySet<string> = new Set([PODS, ...BASIC_RESOURCES]);
const NATIVE_PREFIX = 'kubernetes.io/';
const QUOTA_PREFIX = 'requests.';
const VOLUMES_PREFIX = 'attachable-volumes-';

const NOTHING: Resources = new Map();

function isExtendedResource(name: string): boolean {
  if (!name.includes('/') || name.includes(NATIVE_PREFIX) || name.startsWith(QUOTA_PREFIX)) return false;
  // It must also be a valid name inside a quota.
  return qualifiedNameProblems(QUOTA_PREFIX + name).length === 0;
}

/** Resources beyond the basic ones that the scheduler counts; every other name is ignored by it. */
function isScalarResource(name: string): boolean {
  return (
    isHugePages(name) ||
    name.startsWith(VOLUMES_PREFIX) ||
    name.includes(NATIVE_PREFIX) ||
    isExtendedResource(name)
  );
}

function shortageOf(resource: string, request: Resources, room: NodeRoom): Shortage | null {
  const requested = request.get(resource) ?? 0n;
  // Nothing asked for, nothing refused: also on a node that is already over-committed.
  if (requested <= 0n) return null;
  const capacity = room.allocatable.get(resource) ?? 0n;
  const used = room.requested.get(resource) ?? 0n;
  if (requested <= capacity - used) return null;
  return { resource, requested, used, capacity, unresolvable: requested > capacity };
}

function podShortage(room: NodeRoom): Shortage | null {
  const capacity = room.allocatable.get(PODS) ?? 0n;
  const used = BigInt(room.podCount);
  if (used + 1n <= capacity) return null;
  return { resource: PODS, requested: 1n, used, capacity, unresolvable: capacity < 1n };
}

/** Every resource of which a node has not enough for one more pod with this request; empty when it fits. */
export function shortagesFor(request: Resources): (room: NodeRoom) => Shortage[] {
  const names = weighedResources(request);
  return (room) =>
    [podShortage(room), ...names.map((name) => shortageOf(name, request, room))].filter(
      (shortage) => shortage !== null,
    );
}

/** The resources of a request that the scheduler looks at, beside the place among the pods. */
export function weighedResources(request: Resources): string[] {
  const scalars = [...request.keys()]
    .filter((name) => !ALWAYS_WEIGHED.has(name) && isScalarResource(name))
    .sort();
  return [...BASIC_RESOURCES, ...scalars];
}

/** Whether a node of that size would do if there were nobody on it. */
export function fitsOnEmpty(request: Resources, allocatable: Resources): boolean {
  return shortagesFor(request)({ allocatable, requested: NOTHING, podCount: 0 }).length === 0;
}
