/** Resizes of a tenant's pod on a node that owes its agent room, through the door of the validating hook. */
import type { Configuration } from '../../../src/config/schema/schema.ts';
import { roomToGrowOf } from '../../../src/scheduler/resize/room-to-grow.ts';
import { reviewFor } from '../../http/reviews.ts';
import type { DaemonCluster, TenantPodOptions } from '../headroom/cluster-of-daemons.ts';
import { clusterWith } from '../scheduler/cluster-with-agent.ts';
import { type ExtenderOptions, extenderOver } from '../scheduler/extender.ts';
import { hooks, type Response } from './hooks.ts';

export interface ResizeOptions {
  readonly cluster?: DaemonCluster;
  readonly extender?: ExtenderOptions;
  readonly change?: (configuration: Configuration) => Configuration;
}

export interface Resizing {
  /** Where the API server has it, while the view still has it as it was put there. */
  readonly before?: TenantPodOptions;
  readonly dryRun?: boolean;
  readonly namespace?: string;
}

/** A node `n1` of 4 cpu, of which 500m are kept for the agent unless the cluster is another one. */
export function resizesOn({ cluster = clusterWith(['n1']), extender, change }: ResizeOptions = {}) {
  const over = extenderOver(cluster.store, extender);
  const { ask, events } = hooks(change, {
    view: cluster.store.within(''),
    roomToGrow: roomToGrowOf(over.extender),
  });
  /** The pod must be known by its name, unless it is told what it was before. */
  const was = new Map<string, TenantPodOptions>();
  const put = (name: string, options: TenantPodOptions) => {
    was.set(name, options);
    cluster.putTenantPod(name, { node: 'n1', ...options });
  };
  const resize = (name: string, options: TenantPodOptions, resizing: Resizing = {}): Response => {
    const { before = was.get(name) ?? {}, dryRun = false, namespace = 'shop' } = resizing;
    const pod = (of: TenantPodOptions) => cluster.tenantPod(name, { node: 'n1', ...of, namespace });
    return askResize(pod(before), pod({ ...before, ...options }), { name, dryRun, namespace });
  };
  const askResize = (oldObject: object, object: object, request: object = {}): Response =>
    ask('/validate/pods', resizeReview(oldObject, object, request));
  const askReview = (review: object): Response => ask('/validate/pods', review);
  return { ...over, cluster, events, put, resize, askResize, askReview };
}

/** The fields in the order of an API server: the objects come last. */
export function resizeReview(oldObject: object, object: object, request: object = {}) {
  const kind = { group: '', version: 'v1', kind: 'Pod' };
  const about = { kind, operation: 'UPDATE', subResource: 'resize', name: 'web', namespace: 'shop' };
  const { request: asked, ...envelope } = reviewFor('/validate/pods', { ...about, ...request });
  const { object: _, oldObject: __, ...first } = asked;
  return { ...envelope, request: { ...first, object, oldObject } };
}
