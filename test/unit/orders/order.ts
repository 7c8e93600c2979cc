/** Orders for tests, as the API server would have them. */
import type { SlimOrder } from '../../../src/cluster/order-record.ts';
import { createProjector } from '../../../src/cluster/projection/projector.ts';

export interface OrderOptions {
  readonly name?: string;
  readonly namespace?: string;
  readonly uid?: string;
  readonly created?: string;
  readonly generation?: number;
  readonly paused?: boolean;
  readonly terminating?: boolean;
  readonly enforcement?: 'Hold' | 'Guardian';
  readonly strategy?: Record<string, string>;
  readonly duration?: string;
  readonly startTime?: string;
  readonly cpu?: string;
  readonly memory?: string;
  readonly nodeSelector?: Record<string, string>;
  readonly tolerations?: readonly object[];
  readonly priorityClassName?: string;
  readonly owners?: readonly object[];
  readonly periodStart?: string;
  /** That of the spec unless given. */
  readonly observedGeneration?: number;
}

export function orderObject(options: OrderOptions = {}): object {
  const { name = 'room', namespace = 'kube-system', cpu = '1', memory } = options;
  const { created = '2026-01-01T00:00:00Z', duration = '24h', generation = 1 } = options;
  const { nodeSelector, tolerations, priorityClassName, startTime } = options;
  const { strategy = { type: 'OneTime', refreshPolicy: 'OnClaim' } } = options;
  return {
    apiVersion: 'daemonward.dev/v1alpha1',
    kind: 'Order',
    metadata: {
      name,
      namespace,
      uid: options.uid ?? `order-${name}`,
      creationTimestamp: created,
      generation,
      deletionTimestamp: options.terminating ? created : undefined,
    },
    spec: {
      daemonSet: true,
      paused: options.paused,
      enforcement: options.enforcement,
      strategy,
      template: {
        spec: {
          duration,
          startTime,
          resources: { requests: { cpu, ...(memory && { memory }) } },
          nodeSelector,
          tolerations,
          priorityClassName,
        },
      },
      owners: options.owners,
    },
    status: {
      observedGeneration: options.observedGeneration ?? generation,
      periodStart: options.periodStart,
    },
  };
}

export function slimOrder(options: OrderOptions = {}): SlimOrder {
  const projected = createProjector().orders(orderObject(options));
  if (!projected.ok) throw new Error(projected.error);
  return projected.record;
}
