/** The custom resource definition of Orders. Deleting it deletes every Order: nothing here ever does so by the way. */
import { ORDER_GROUP, ORDER_KIND, ORDER_PLURAL, ORDER_VERSION } from '../../kube/orders.ts';
import type { OpenApiNode } from '../../orders/api/open-api-node.ts';
import { ORDER_SCHEMA } from '../../orders/api/order-schema.ts';
import { type KubeManifest, labelsOf } from '../manifest.ts';

export const ORDER_DEFINITION_NAME = `${ORDER_PLURAL}.${ORDER_GROUP}`;

interface Column {
  readonly name: string;
  readonly type: 'string' | 'integer' | 'date';
  readonly jsonPath: string;
  readonly description: string;
  /** Above zero: shown by `-o wide` alone. */
  readonly priority?: number;
}

const WIDE = 1;

const COLUMNS: readonly Column[] = [
  column('Strategy', 'string', '.spec.strategy.type', 'When room is reserved.'),
  column('Enforcement', 'string', '.spec.enforcement', 'How it is kept.'),
  column('Eligible', 'integer', '.status.eligible', 'Nodes on which room should be reserved.'),
  column('Held', 'integer', '.status.held', 'Nodes on which it is.'),
  column('Claimed', 'integer', '.status.claimed', 'Nodes on which an owner uses it.'),
  column('Short', 'integer', '.status.short', 'Nodes that have not the room.'),
  column('Ready', 'string', '.status.conditions[?(@.type=="Ready")].status', 'All of it is there.'),
  column('Age', 'date', '.metadata.creationTimestamp', 'How long ago the Order was made.'),
  column(
    'Conflicting',
    'string',
    '.status.conditions[?(@.type=="Conflicting")].status',
    'Another Order comes first.',
    WIDE,
  ),
  column('Next', 'string', '.status.nextRefresh', 'The next time of the schedule.', WIDE),
  column('Paused', 'string', '.spec.paused', 'Nothing is reserved anew.', WIDE),
];

function column(
  name: string,
  type: Column['type'],
  jsonPath: string,
  description: string,
  priority = 0,
): Column {
  return { name, type, jsonPath, description, ...(priority > 0 && { priority }) };
}

export function orderDefinition(): KubeManifest {
  return {
    about:
      'The kind Order: room reserved on every eligible node, by one object. Deleting this definition deletes every Order.',
    object: {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: ORDER_DEFINITION_NAME, labels: labelsOf('orders') },
      spec: {
        group: ORDER_GROUP,
        names: {
          kind: ORDER_KIND,
          listKind: `${ORDER_KIND}List`,
          plural: ORDER_PLURAL,
          singular: ORDER_KIND.toLowerCase(),
          shortNames: ['dwo'],
          categories: ['daemonward'],
        },
        scope: 'Namespaced',
        versions: [
          {
            name: ORDER_VERSION,
            served: true,
            storage: true,
            subresources: { status: {} },
            additionalPrinterColumns: COLUMNS,
            schema: { openAPIV3Schema: ORDER_SCHEMA satisfies OpenApiNode },
          },
        ],
      },
    },
  };
}
