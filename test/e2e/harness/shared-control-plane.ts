/** The control plane that the test files share: keep to namespaces and node pools of your own. */
import { inject } from 'vitest';
import { type Access, access } from './access.ts';

/** Has a controller manager, the default scheduler and KWOK. */
export function sharedControlPlane(): Access {
  return access(inject('controlPlane'));
}
