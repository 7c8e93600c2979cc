/** Provokes the calls of a real kube-scheduler to its extender that become fixtures, in both forms of nodes. */
import type { LabelSelector } from '../../src/kube/objects.ts';
import type { Client, KubeObject } from './harness/client.ts';
import type { ControlPlane } from './harness/control-plane.ts';
import { NODE_FORMS, type NodeForm, withExtender } from './harness/extenders.ts';
import { createNamespace } from './harness/namespaces.ts';
import { createNodes } from './harness/nodes.ts';
import type { RecordingServer } from './harness/recording-server.ts';
import { startScheduler } from './harness/scheduler.ts';
import {
  daemonSetObject,
  daemonSetsPath,
  podObject,
  podsPath,
  runningPods,
  type Work,
} from './harness/workloads.ts';
import { type Fixture, record, type Wanted } from './record-fixtures.ts';

const NODES = 3;

/** Of the 4 that a node has: two such pods do not fit on one node. */
const MOST_CPU = '3';

type Verb = 'filter' | 'prioritize' | 'preempt';

interface Call {
  Pod: { metadata: { labels?: { app?: string } } };
}

interface Asked {
  pod: 'ordinary' | 'daemon';
  app: string;
  what: string;
}

function wantedCall(form: NodeForm, verb: Verb, { pod, app, what }: Asked): Wanted {
  return {
    name: `${verb}-${form}-for-${pod}-pod`,
    what: `${what}, nodeCacheCapable ${form === 'names'}`,
    path: `/scheduler/${verb}`,
    matches(body) {
      const { Pod }: Call = JSON.parse(body);
      return Pod.metadata.labels?.app === app;
    },
  };
}

interface DisruptionBudget extends KubeObject {
  spec: { minAvailable: number; selector: LabelSelector };
}

function guard(app: string): DisruptionBudget {
  return {
    metadata: { name: `guard-${app}` },
    spec: { minAvailable: 1, selector: { matchLabels: { app } } },
  };
}

/** Every node gets a pod that leaves no room for another of its size; the first one may not be disturbed. */
async function fillNodes(client: Client, namespace: string, work: Work): Promise<void> {
  const fillers = Array.from({ length: NODES }, (_, index) => `filler-${index}`);
  await client.create(`/apis/policy/v1/namespaces/${namespace}/poddisruptionbudgets`, guard('filler-0'));
  for (const app of fillers) {
    await client.create(podsPath(namespace), podObject(app, { ...work, cpu: MOST_CPU }));
    await runningPods(client, namespace, app, 1);
  }
}

async function recordForm(plane: ControlPlane, server: RecordingServer, form: NodeForm): Promise<Fixture[]> {
  const client = plane.client();
  const tenant = plane.client('tenant-a-user');
  const pool = `calls-${form}`;
  const schedulerName = `asks-with-${form}`;
  const work = { pool, schedulerName };
  const config = withExtender({ schedulerName, url: server.url, ca: server.ca, form });
  const [namespace] = await Promise.all([
    createNamespace(plane, 'tenant-a', { tenant: 'tenant-a' }),
    createNodes(client, NODES, { namePrefix: pool }),
  ]);
  // Only now: so it knows every node as it is, and none as still tainted.
  await startScheduler(plane.handle, plane.supervisor, config, schedulerName);
  const pods = podsPath(namespace);
  const daemonSets = daemonSetsPath(namespace);
  const wanted = (verb: Verb, asked: Asked) => wantedCall(form, verb, asked);

  const ordinary: Asked = { pod: 'ordinary', app: 'web', what: "a tenant's pod" };
  const chosen = await record(server, [wanted('filter', ordinary), wanted('prioritize', ordinary)], () =>
    tenant.create(pods, podObject('web', work)),
  );
  const daemon: Asked = {
    pod: 'daemon',
    app: 'agent',
    what: 'a pod of a DaemonSet, which has one node only',
  };
  const placed = await record(server, [wanted('filter', daemon)], () =>
    client.create(daemonSets, daemonSetObject('agent', work)),
  );
  await fillNodes(client, namespace, work);
  const urgent: Asked = {
    pod: 'ordinary',
    app: 'urgent',
    what: 'an urgent pod on full nodes, one victim guarded by a PodDisruptionBudget',
  };
  const cluster = { ...work, cpu: MOST_CPU, priorityClassName: 'system-cluster-critical' };
  const preempting = await record(server, [wanted('preempt', urgent)], () =>
    client.create(pods, podObject('urgent', cluster)),
  );
  await runningPods(client, namespace, 'urgent', 1);
  const critical: Asked = {
    pod: 'daemon',
    app: 'critical',
    what: 'an urgent pod of a DaemonSet on its full node',
  };
  const node = { ...work, cpu: MOST_CPU, priorityClassName: 'system-node-critical' };
  const daemonPreempting = await record(server, [wanted('preempt', critical)], () =>
    client.create(daemonSets, daemonSetObject('critical', node)),
  );
  return [chosen, placed, preempting, daemonPreempting].flat();
}

export async function recordSchedulerCalls(plane: ControlPlane, server: RecordingServer): Promise<Fixture[]> {
  const fixtures: Fixture[] = [];
  for (const form of NODE_FORMS) fixtures.push(...(await recordForm(plane, server, form)));
  return fixtures;
}
