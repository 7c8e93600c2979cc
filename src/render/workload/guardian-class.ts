/** The priority of guardians: above every tenant, below every daemon that belongs above tenants, and never preempting. */
import { parseDocument } from 'yaml';
import { GUARDIAN_PRIORITY_CLASS } from '../../config/schema/order-settings.ts';
import { valueAt } from '../../json/path.ts';
import { type KubeManifest, labelsOf } from '../manifest.ts';
import { makesGuardians, takesOrders } from './configuration.ts';
import type { Installation } from './installation.ts';

export function guardianClass({ configuration }: Installation): KubeManifest[] {
  if (!takesOrders(configuration) || !makesGuardians(configuration)) return [];
  return [
    {
      about:
        'Of guardians: tenants cannot preempt them, daemons can, and they evict nobody. Its value follows\n' +
        'daemons.tenantPriorityCeiling; a class cannot be changed, so that another ceiling needs a class of another name.',
      object: {
        apiVersion: 'scheduling.k8s.io/v1',
        kind: 'PriorityClass',
        metadata: { name: GUARDIAN_PRIORITY_CLASS, labels: labelsOf('orders') },
        value: ceilingOf(configuration) + 1,
        preemptionPolicy: 'Never',
        globalDefault: false,
        description: 'Keeps the room of Orders: above tenants, below daemons.',
      },
    },
  ];
}

/** Where it is not given, pods without a class are the highest of tenants. */
function ceilingOf(text: string): number {
  const ceiling = valueAt(parseDocument(text).toJS(), ['daemons', 'tenantPriorityCeiling']);
  return typeof ceiling === 'number' ? ceiling : 0;
}
