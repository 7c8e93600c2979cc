/** Orders for tests: their definition, the rights that Daemonward needs for them, and what has become of one. */
import type { JsonObject } from '../../../src/json/object.ts';
import { orderDefinition } from '../../../src/render/workload/order-definition.ts';
import type { Access } from './access.ts';
import type { KubeObject } from './client.ts';
import { type Daemonward, OWN_NAMESPACE } from './daemonward.ts';
import { POOL_LABEL } from './nodes.ts';
import { agentFor, exchange } from './request.ts';
import { waitFor } from './wait-for.ts';

const RBAC = 'rbac.authorization.k8s.io';
const NAME = 'e2e-daemonward-orders';

/** What `clusterRules` and `namespaceRules` give for Orders with guardians, and Events. */
const RULES = [
  { apiGroups: ['daemonward.dev'], resources: ['orders'], verbs: ['list', 'watch'] },
  { apiGroups: ['daemonward.dev'], resources: ['orders/status'], verbs: ['get', 'patch'] },
  { apiGroups: [''], resources: ['pods'], verbs: ['create', 'delete'] },
  { apiGroups: [''], resources: ['events'], verbs: ['create', 'patch'] },
  { apiGroups: ['coordination.k8s.io'], resources: ['leases'], verbs: ['get', 'create', 'update'] },
];

/** Makes the kind known, and waits until it can be used. */
export async function defineOrders(plane: Access): Promise<void> {
  const input = JSON.stringify(orderDefinition().object);
  const { code, stderr } = await plane.kubectl(['apply', '-f', '-'], { input });
  if (code !== 0) throw new Error(`the definition was not taken: ${stderr}`);
  const definition = 'crd/orders.daemonward.dev';
  await plane.kubectl(['wait', '--for=condition=Established', definition, '--timeout=30s']);
}

/** Beside what Daemonward may read: what it needs to write of Orders, and a namespace for its Lease. */
export async function grantOrders(plane: Access): Promise<void> {
  const client = plane.client();
  const metadata = { name: NAME };
  const objects: [string, object][] = [
    [`/apis/${RBAC}/v1/clusterroles`, { kind: 'ClusterRole', metadata, rules: RULES }],
    [
      `/apis/${RBAC}/v1/clusterrolebindings`,
      {
        kind: 'ClusterRoleBinding',
        metadata,
        roleRef: { apiGroup: RBAC, kind: 'ClusterRole', name: NAME },
        subjects: [{ apiGroup: RBAC, kind: 'User', name: 'daemonward' }],
      },
    ],
    ['/api/v1/namespaces', { kind: 'Namespace', metadata: { name: OWN_NAMESPACE } }],
    [
      '/apis/scheduling.k8s.io/v1/priorityclasses',
      {
        kind: 'PriorityClass',
        metadata: { name: 'daemonward-guardian' },
        value: 1,
        preemptionPolicy: 'Never',
      },
    ],
  ];
  for (const [path, object] of objects) await client.create<KubeObject>(path, object);
}

/** Sections of a Daemonward that writes all that there is to write. */
export const WRITING = {
  events: { mode: 'on' },
  orders: { guardians: 'on', guardiansPerSecond: 200 },
} as const;

export interface OrderObject extends KubeObject {
  spec?: JsonObject;
  status?: {
    eligible?: number;
    held?: number;
    claimed?: number;
    short?: number;
    shortNodes?: { node: string; reason: string }[];
    periodStart?: string;
    nextRefresh?: string;
    conditions?: { type: string; status: string; reason: string; lastTransitionTime: string }[];
  };
}

export function ordersPath(namespace: string): string {
  return `/apis/daemonward.dev/v1alpha1/namespaces/${namespace}/orders`;
}

export interface Wish {
  /** Empty: on every node. */
  pool: string;
  cpu: string;
  more?: JsonObject;
  template?: JsonObject;
}

/** On the nodes of one pool. */
export function orderObject(name: string, { pool, cpu, more = {}, template = {} }: Wish): OrderObject {
  return {
    apiVersion: 'daemonward.dev/v1alpha1',
    kind: 'Order',
    metadata: { name },
    spec: {
      daemonSet: true,
      ...more,
      template: {
        spec: {
          resources: { requests: { cpu } },
          ...(pool !== '' && { nodeSelector: { [POOL_LABEL]: pool } }),
          ...template,
        },
      },
    },
  };
}

export function statusOf(
  plane: Access,
  namespace: string,
  name: string,
  isReached: (status: NonNullable<OrderObject['status']>) => boolean,
  withinMs?: number,
): Promise<NonNullable<OrderObject['status']>> {
  return waitFor(
    `the status of Order ${name}`,
    async () => (await plane.client().get<OrderObject>(`${ordersPath(namespace)}/${name}`)).status ?? {},
    isReached,
    withinMs === undefined ? {} : { withinMs },
  );
}

/** Which of these nodes the filter refuses to a pod of a tenant that asks for so much, with which code. */
export async function refusedOn(
  daemonward: Daemonward,
  nodes: readonly string[],
  { namespace, cpu }: { namespace: string; cpu: string },
): Promise<Record<string, string>> {
  const { cert, key } = daemonward.client('scheduler');
  const agent = agentFor({ ca: daemonward.ca(), certificate: cert, key });
  const pod = {
    metadata: { name: 'asks', namespace, uid: crypto.randomUUID() },
    spec: { containers: [{ resources: { requests: { cpu } } }] },
  };
  const body = JSON.stringify({ Pod: pod, NodeNames: nodes });
  const { text } = await exchange(`${daemonward.serviceUrl}/scheduler/filter`, {
    method: 'POST',
    body,
    agent,
  });
  agent.destroy();
  const answer: { FailedAndUnresolvableNodes?: Record<string, string> } = JSON.parse(text);
  return answer.FailedAndUnresolvableNodes ?? {};
}
