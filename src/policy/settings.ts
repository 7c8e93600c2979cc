/** The part of the configuration that the rules read, in their own shape. */
import { derived } from '../config/live.ts';
import type { Configuration } from '../config/schema/schema.ts';
import { expiryOf } from '../config/schema/times.ts';
import type { ActorSettings } from '../tenancy/actor.ts';
import { tenancyOf } from '../tenancy/settings.ts';
import type { TenancySettings } from '../tenancy/tenant.ts';
import type { Exemption } from './exemptions.ts';
import { milder } from './modes.ts';

export type DaemonSettings = Configuration['daemons'];

export interface PolicySettings {
  readonly tenancy: TenancySettings & ActorSettings;
  readonly modes: Configuration['rules'];
  readonly exemptions: readonly Exemption[];
  readonly daemons: DaemonSettings;
  readonly workloads: Configuration['workloads'];
  readonly orders: Configuration['orders'];
  readonly fairness: Configuration['fairness'];
}

/** The schema lets no other date pass; one that cannot be read would exempt nothing. */
const NEVER_VALID = 0;

export function policySettings(configuration: Configuration): PolicySettings {
  const { rules, exemptions, daemons, headroom, workloads, orders, fairness } = configuration;
  return {
    tenancy: tenancyOf(configuration),
    modes: {
      ...rules,
      // Who keeps no room, or only counts, refuses nobody for it.
      DW508: milder(rules.DW508, headroom.mode),
      // Where nobody takes turns a gate is a leftover, and whoever takes it off does well.
      DW107: fairness.mode === 'on' ? rules.DW107 : 'off',
    },
    exemptions: exemptions.map((exemption) => ({
      ...exemption,
      until: expiryOf(exemption.expires) ?? NEVER_VALID,
    })),
    daemons,
    workloads,
    orders,
    fairness,
  };
}

/** The same of a configuration that may change while the process runs. */
export function policyOf(current: () => Configuration, started: Configuration): () => PolicySettings {
  return derived(current, started, policySettings);
}
