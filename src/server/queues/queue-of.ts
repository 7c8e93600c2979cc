/** In whose queue a review waits. */
import { namespaceIn } from '../../admission/review-namespace.ts';
import type { PolicyView } from '../../policy/policy-view.ts';
import type { PolicySettings } from '../../policy/settings.ts';
import { createTenantResolver } from '../../tenancy/tenant.ts';

export interface QueueOfParts {
  /** Those of this moment; the same object while nothing changes. */
  settings(): PolicySettings;
  readonly view: Pick<PolicyView, 'namespace'>;
  /** Whose API server asks; empty when there is one. Equal names in two partitions are two tenants. */
  readonly partition: string;
}

/**
 * The tenant of its namespace. By what it is known belongs to its name: else whoever may make namespaces could call one as another
 * tenant is called, and fill that one's queue. All namespaces that the view does not know have one queue together: anybody who reaches
 * the port can invent a thousand of them.
 *
 * Arktos has the tenant within the object, where its author writes it before the mutating hook is asked: there it is the namespace.
 */
export function queueOf({ settings, view, partition }: QueueOfParts): (bytes: Buffer) => string {
  const before = partition === '' ? '' : `${partition}: `;
  let compiled = compile(settings());
  return (bytes) => {
    const current = settings();
    if (compiled.settings !== current) compiled = compile(current);
    const namespace = namespaceIn(bytes);
    if (current.tenancy.flavor === 'arktos') return `${before}namespace ${namespace}`;
    const record = view.namespace(namespace);
    const { by, name } = compiled.resolve({ namespace, objectTenant: undefined, record });
    return before + (by === 'unknown' && record === undefined ? by : `${by} ${name}`);
  };
}

function compile(settings: PolicySettings) {
  return { settings, resolve: createTenantResolver(settings.tenancy) };
}
