/** The part of the configuration that the rules read, in their own shape. */
import { expiryOf } from '../config/expiry.ts';
import type { Configuration } from '../config/schema.ts';
import type { PolicySettings } from '../policy/settings.ts';

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

/**
 * Follows a configuration that may change; the same object comes back while it does not. The flavor stays what it was at
 * the start: the cluster is still watched by it.
 */
export function policyOf(current: () => Configuration): () => PolicySettings {
  const { flavor } = current().cluster;
  let seen: Configuration | undefined;
  let settings: PolicySettings | undefined;
  return () => {
    const configuration = current();
    if (settings === undefined || configuration !== seen) {
      seen = configuration;
      settings = policySettings({ ...configuration, cluster: { ...configuration.cluster, flavor } });
    }
    return settings;
  };
}
