/** The schema of an Order: the source of its custom resource definition, and of what `check` says of its fields. */
import { type ObjectNode, object } from './open-api-node.ts';
import { SPEC } from './spec-schema.ts';
import { STATUS } from './status-schema.ts';

export const ORDER_SCHEMA: ObjectNode = object(
  'Room reserved on every eligible node, following the nodes as they come and go.',
  {
    apiVersion: { type: 'string', description: 'daemonward.dev/v1alpha1' },
    kind: { type: 'string', description: 'Order' },
    metadata: { type: 'object' },
    spec: SPEC,
    status: STATUS,
  },
  { required: ['spec'] },
);
