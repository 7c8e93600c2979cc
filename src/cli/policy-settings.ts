/** The part of the configuration that the rules read, in their own shape. */
import { expiryOf } from '../config/expiry.ts';
import type { Configuration } from '../config/schema.ts';
import type { PolicySettings } from '../policy/settings.ts';
import { following } from './following.ts';

/** The schema lets no other date pass; one that cannot be read would exempt nothing. */
const NEVER_VALID = 0;

export function policySettings({
  cluster,
  tenancy,
  rules,
  exemptions,
  daemons,
}: Configuration): PolicySettings {
  return {
    tenancy: { flavor: cluster.flavor, ...tenancy },
    modes: rules,
    exemptions: exemptions.map((exemption) => ({
      ...exemption,
      until: expiryOf(exemption.expires) ?? NEVER_VALID,
    })),
    daemons,
  };
}

/** Follows a configuration that may change. */
export function policyOf(current: () => Configuration): () => PolicySettings {
  return following(current, policySettings);
}
