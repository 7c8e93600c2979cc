/** The pod that keeps the room of an Order on one node: it waits, can do nothing, and may be evicted at once. */
import { createHash } from 'node:crypto';
import type { SlimOrder } from '../../cluster/order-record.ts';
import type { JsonObject } from '../../json/object.ts';
import { GUARDIAN_LABELS } from '../../kube/guardians.ts';
import { ORDER_GROUP, ORDER_KIND, ORDER_VERSION } from '../../kube/orders.ts';
import { quantityText } from '../../kube/resources/quantity-text.ts';
import { PODS, type Resources } from '../../kube/resources/requests.ts';
import type { DueGuardian } from '../order-status.ts';

/** What guardians are made of, wherever they are. */
export interface GuardianSettings {
  readonly image: string;
  /** Of Orders that name none. */
  readonly priorityClass: string;
}

export interface Guardian {
  /** The same for the same room on the same node, and another for any other: so it can be found again by it. */
  readonly name: string;
  readonly namespace: string;
  readonly spec: JsonObject;
  readonly order: SlimOrder;
}

/** A name has up to 253 characters, and a host name 63: beyond that the kubelet cuts it. */
const LONGEST_ORDER_NAME = 32;
const DIGITS = 16;
/** Any user that is not root: the program reads and writes nothing. */
const NOBODY = 65_535;

/** What the strictest of the Pod Security Standards asks for. */
const POD_SECURITY = {
  runAsNonRoot: true,
  runAsUser: NOBODY,
  runAsGroup: NOBODY,
  seccompProfile: { type: 'RuntimeDefault' },
};
const CONTAINER_SECURITY = {
  allowPrivilegeEscalation: false,
  readOnlyRootFilesystem: true,
  capabilities: { drop: ['ALL'] },
};

export function guardianOf(order: SlimOrder, due: DueGuardian, settings: GuardianSettings): Guardian {
  const spec = podSpec(order, due, settings);
  const identity = JSON.stringify([order.uid, due.node, spec]);
  const hash = createHash('sha256').update(identity).digest('hex').slice(0, DIGITS);
  const name = `${order.name.slice(0, LONGEST_ORDER_NAME).replace(/[.-]+$/, '')}-${hash}`;
  return { name, namespace: order.namespace, spec, order };
}

export function guardianPod({ name, namespace, spec, order }: Guardian): JsonObject {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name,
      namespace,
      labels: { ...GUARDIAN_LABELS, 'app.kubernetes.io/part-of': 'daemonward' },
      // A node that has nothing but guardians may go.
      annotations: { 'cluster-autoscaler.kubernetes.io/safe-to-evict': 'true' },
      ownerReferences: [
        {
          apiVersion: `${ORDER_GROUP}/${ORDER_VERSION}`,
          kind: ORDER_KIND,
          name: order.name,
          uid: order.uid,
          controller: true,
        },
      ],
    },
    spec,
  };
}

function podSpec(
  { template }: SlimOrder,
  { node, requests }: DueGuardian,
  settings: GuardianSettings,
): JsonObject {
  const amounts = amountsOf(requests);
  const { tolerations } = template.placement;
  return {
    affinity: pinnedTo(node),
    ...(tolerations?.length && { tolerations: tolerations.map((toleration) => ({ ...toleration })) }),
    priorityClassName: template.priorityClassName || settings.priorityClass,
    ...(template.schedulerName !== '' && { schedulerName: template.schedulerName }),
    // Who comes to use the room does not wait for it.
    terminationGracePeriodSeconds: 0,
    automountServiceAccountToken: false,
    enableServiceLinks: false,
    securityContext: POD_SECURITY,
    containers: [
      {
        name: 'guardian',
        image: settings.image,
        // Devices have no request without a limit, and some namespaces take nothing without one.
        resources: { requests: amounts, limits: amounts },
        securityContext: CONTAINER_SECURITY,
      },
    ],
  };
}

/** By the field, as the DaemonSet controller does: a label may be changed, or name another node. */
function pinnedTo(node: string): JsonObject {
  const matchFields = [{ key: 'metadata.name', operator: 'In', values: [node] }];
  return {
    nodeAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [{ matchFields }] },
    },
  };
}

/** In the order of their names: the same room is the same text. The place that a pod takes nobody asks for. */
function amountsOf(requests: Resources): Record<string, string> {
  return Object.fromEntries(
    [...requests]
      .filter(([resource, amount]) => resource !== PODS && amount > 0n)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([resource, amount]) => [resource, quantityText(resource, amount)]),
  );
}
