/** Nodes of 4 cpu, orders on them, and the pods of those who may use their room. */
import { guardiansDue, orderStates } from '../../../src/headroom/order-states.ts';
import { DaemonCluster } from '../headroom/cluster-of-daemons.ts';
import { type ExtenderOptions, extenderOver } from '../scheduler/extender.ts';
import { type OrderOptions, orderObject } from './order.ts';

/** An hour after the orders were made. */
export const NOW = Date.parse('2026-01-01T01:00:00Z');

export const ORDERED = 'DW505 room held by an order';

/** Any pod of a ReplicaSet called `scanner`. */
export const SCANNER = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'scanner' };

export interface ClaimantOptions {
  readonly node?: string;
  readonly cpu?: string;
  readonly namespace?: string;
  readonly startTime?: string;
  readonly labels?: Record<string, string>;
  readonly owner?: object | undefined;
  readonly priority?: number;
  readonly phase?: string;
}

export interface GuardianOptions extends Pick<ClaimantOptions, 'cpu' | 'namespace' | 'priority' | 'phase'> {
  readonly waits?: boolean;
}

export class OrderCluster extends DaemonCluster {
  order(options: OrderOptions = {}): void {
    this.put('orders', orderObject(options));
  }

  claimantObject(name: string, options: ClaimantOptions = {}): object {
    const { node = '', cpu = '1', namespace = 'kube-system', startTime, labels, priority = 0 } = options;
    const owner = 'owner' in options ? options.owner : SCANNER;
    return {
      metadata: {
        name,
        namespace,
        uid: name,
        labels,
        resourceVersion: '1',
        ownerReferences: owner && [{ ...owner, uid: 'owner', controller: true }],
      },
      spec: { nodeName: node, priority, containers: [{ resources: { requests: { cpu } } }] },
      status: { phase: options.phase ?? (node === '' ? 'Pending' : 'Running'), startTime },
    };
  }

  claimant(name: string, options: ClaimantOptions = {}): void {
    this.put('pods', this.claimantObject(name, options));
  }

  /** Bound to the node, unless it waits for it. */
  guardianObject(order: string, node: string, options: GuardianOptions = {}) {
    const owner = {
      apiVersion: 'daemonward.dev/v1alpha1',
      kind: 'Order',
      name: order,
      uid: `order-${order}`,
    };
    const { cpu = '1', namespace = 'kube-system', priority = 0, waits = false } = options;
    return {
      metadata: {
        name: `${order}-${node}`,
        namespace,
        uid: `${order}-${node}`,
        resourceVersion: '1',
        ownerReferences: [{ ...owner, controller: true }],
      },
      spec: { nodeName: waits ? '' : node, priority, containers: [{ resources: { requests: { cpu } } }] },
      status: { phase: options.phase ?? (waits ? 'Pending' : 'Running') },
    };
  }

  guardian(order: string, node: string, options: GuardianOptions = {}): string {
    const pod = this.guardianObject(order, node, options);
    this.put('pods', pod);
    return pod.metadata.name;
  }
}

export function clusterOf(...nodes: readonly string[]): OrderCluster {
  const cluster = new OrderCluster().synced();
  for (const node of nodes) cluster.node(node);
  return cluster;
}

export function ordersOver(cluster: OrderCluster, options: ExtenderOptions = {}) {
  const over = extenderOver(cluster.store, { clock: { now: NOW }, ...options });
  const { extender, clock } = over;
  /** `order cpu` of what each order keeps on the node. */
  const keptOn = (node: string) => {
    extender.look();
    return extender.ledger
      .reservationsOn(node)
      .map(({ order, amounts }) => `${order.order.name} ${amounts.get('cpu') ?? 0}m`);
  };
  const statuses = () => {
    extender.look();
    const isEnforced = extender.settings.headroom.mode === 'enforce';
    return orderStates(extender.ledger, cluster.store, clock.now, isEnforced);
  };
  const guardians = (order: string) => {
    extender.look();
    return Array.from(
      guardiansDue(extender.ledger, cluster.store, `order-${order}`),
      ({ node, requests }) => `${node} ${requests.get('cpu') ?? 0}m`,
    );
  };
  /** What the filter says of each of the nodes, `passes` where nothing. */
  const filtered = (Pod: unknown, NodeNames: readonly string[]) => {
    const answer = over.ask('filter', { Pod, Nodes: null, NodeNames });
    return Object.fromEntries(NodeNames.map((node) => [node, verdictIn(answer, node)]));
  };
  return { ...over, keptOn, statuses, guardians, filtered };
}

function verdictIn(answer: unknown, node: string): string {
  const { NodeNames, FailedNodes, FailedAndUnresolvableNodes } = Object(answer);
  return NodeNames.includes(node) ? 'passes' : (FailedAndUnresolvableNodes[node] ?? FailedNodes[node]);
}
