/** Reads what runs in the cluster, page by page, and keeps what the checks need of it. */
import { type ApiConnection, ApiError } from '../../cluster/api/api-answer.ts';
import { ClusterAccessError } from '../../cluster/api/connection.ts';
import { listPath } from '../../cluster/api-kinds.ts';
import {
  namespaceProjection,
  priorityClassProjection,
} from '../../cluster/projection/namespace-and-class.ts';
import { OBJECT_KINDS, type ObjectKind } from '../../cluster/records.ts';
import { ClusterStore } from '../../cluster/store/store.ts';
import { listAll } from '../../cluster/watch/lister.ts';
import type { Configuration } from '../../config/schema/schema.ts';
import { GatedPodCount, type GatedPods } from '../../explain/doctor/gates.ts';
import { type Known, known, notKnown } from '../../explain/doctor/known.ts';
import { RunningObjects, type RunningSummary } from '../../explain/doctor/running.ts';
import type { Placement } from '../../explain/doctor/scheduler/calls.ts';
import { messageOf } from '../../json/error-message.ts';
import { isObject } from '../../json/object.ts';
import { valueAt } from '../../json/path.ts';
import { apiGroupOf } from '../../kube/metadata/type-meta.ts';
import { compilePolicy } from '../../policy/compiled-policy.ts';
import type { PolicySettings } from '../../policy/settings.ts';
import { learn } from './learn.ts';

export interface Running {
  readonly daemonSets: Known<RunningSummary>;
  readonly pods: Known<RunningSummary>;
  readonly gated: Known<GatedPods>;
  /** Of one of these schedulers; undefined when none was placed. */
  readonly youngest: Known<Placement | undefined>;
}

export interface RunningOptions {
  readonly connection: ApiConnection;
  readonly cluster: Configuration['cluster'];
  readonly settings: PolicySettings;
  readonly schedulers: readonly string[];
  readonly now: Date;
}

/** 150,000 pods come within half a minute. */
const LISTED_WITHIN_MS = 300_000;

export async function readRunning(options: RunningOptions): Promise<Running> {
  const { connection, cluster, settings, schedulers, now } = options;
  const signal = AbortSignal.timeout(LISTED_WITHIN_MS);
  const { flavor, pageSize } = cluster;
  const list = (kind: ObjectKind, item: (value: unknown) => void) =>
    learn(() =>
      listAll({ connection, path: listPath(kind, flavor), pageSize, signal, heard: () => {}, item }).catch(
        (error: unknown) => {
          if (error instanceof ApiError) throw error;
          throw new ClusterAccessError(`the API server was not reached for ${kind}: ${messageOf(error)}`);
        },
      ),
    );
  const store = new ClusterStore({ kind: 'watch', detail: 'the cluster' });
  const namespaceOf = namespaceProjection((text) => text);
  const classOf = priorityClassProjection((text) => text);
  const namespaces = await list('namespaces', (value) => {
    if (isObject(value)) store.put('namespaces', namespaceOf(value));
  });
  const classes = await list('priorityClasses', (value) => {
    if (isObject(value)) store.put('priorityClasses', classOf(value));
  });
  for (const kind of OBJECT_KINDS) store.markSynced(kind);
  const unseen = [namespaces, classes].find((listed) => !listed.known);
  const policy = compilePolicy(settings, store.within(''), () => now);
  const summary = (listed: Known<string>, objects: RunningObjects): Known<RunningSummary> => {
    if (!listed.known) return listed;
    return unseen?.known === false ? notKnown(unseen.why) : known(objects.summary());
  };
  const [daemonSets, pods] = [new RunningObjects(policy), new RunningObjects(policy)];
  const daemonSetList = await list('daemonSets', (value) => daemonSets.addDaemonSet(value));
  const gated = new GatedPodCount();
  let youngest: Placement | undefined;
  const podList = await list('pods', (value) => {
    if (FINISHED.has(String(valueAt(value, ['status', 'phase'])))) return;
    pods.addPod(value);
    gated.add(value);
    const placed = placementOf(value, schedulers);
    if (placed !== undefined && placed.createdAt > (youngest?.createdAt ?? 0)) youngest = placed;
  });
  return {
    daemonSets: summary(daemonSetList, daemonSets),
    pods: summary(podList, pods),
    gated: podList.known ? known(gated.summary()) : podList,
    youngest: podList.known ? known(youngest) : podList,
  };
}

const FINISHED: ReadonlySet<string> = new Set(['Succeeded', 'Failed']);

/**
 * Owners that leave the choice of a node to a scheduler. Others (a kubelet's file, kubectl debug, storage systems) may name it
 * themselves, and a pod does not show which it was.
 */
const SCHEDULED_OWNERS: ReadonlySet<string> = new Set([
  'apps/ReplicaSet',
  'apps/StatefulSet',
  'apps/DaemonSet',
  'batch/Job',
]);

function placementOf(pod: unknown, schedulers: readonly string[]): Placement | undefined {
  const [namespace, name, createdAt] = ['namespace', 'name', 'creationTimestamp'].map((key) =>
    String(valueAt(pod, ['metadata', key])),
  );
  const isPlaced =
    Boolean(valueAt(pod, ['spec', 'nodeName'])) &&
    schedulers.includes(String(valueAt(pod, ['spec', 'schedulerName'])));
  const owners = valueAt(pod, ['metadata', 'ownerReferences']);
  const isScheduled = (Array.isArray(owners) ? owners : []).some(
    (owner: unknown) =>
      isObject(owner) &&
      owner.controller === true &&
      SCHEDULED_OWNERS.has(`${apiGroupOf(String(owner.apiVersion))}/${String(owner.kind)}`),
  );
  if (!isPlaced || !isScheduled) return undefined;
  return { pod: `${namespace}/${name}`, createdAt: Date.parse(createdAt ?? '') };
}
