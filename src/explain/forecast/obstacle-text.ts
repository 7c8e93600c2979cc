/** What is in the way of a daemon on a node, in one short line. */
import { quantityText } from '../../kube/resources/quantity-text.ts';
import { SCHEDULING_REASONS } from '../../policy/reasons.ts';
import type { Obstacle } from './verdicts.ts';

/** Of those who have a port; mostly it is one. */
const TAKERS_NAMED = 3;

export function obstacleText(obstacle: Obstacle): string {
  switch (obstacle.kind) {
    case 'resource': {
      const { resource, wanted, free } = obstacle;
      return `${amountText(resource, wanted)} ${resource} wanted, ${amountText(resource, Math.max(0, free))} there`;
    }
    case 'port': {
      const names = obstacle.pods.slice(0, TAKERS_NAMED).map(({ namespace, name }) => `${namespace}/${name}`);
      return `port ${obstacle.port} taken by ${names.join(', ')}`;
    }
    case 'held':
      return obstacle.byOrder
        ? `${obstacle.resource} held by an order of higher priority (DW505)`
        : `${obstacle.resource} held for daemons of higher priority (DW504)`;
    case 'runtime-class':
      return `not a node of the RuntimeClass ${obstacle.name}`;
    case 'protected':
      return `${obstacle.code} ${SCHEDULING_REASONS[obstacle.code].title}`;
  }
}

function amountText(resource: string, amount: number): string {
  return quantityText(resource, BigInt(amount));
}
