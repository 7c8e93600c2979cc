/** The part of the configuration that turns are taken by, in its own shape. */
import { derived } from '../config/live.ts';
import type { Configuration } from '../config/schema/schema.ts';
import { namePattern } from '../tenancy/pattern.ts';
import { tenancyOf } from '../tenancy/settings.ts';
import type { TenancySettings, Tenant } from '../tenancy/tenant.ts';

export interface FairnessSettings {
  readonly mode: 'off' | 'on';
  readonly schedulers: ReadonlySet<string>;
  readonly share: number;
  readonly window: number;
  readonly tenancy: TenancySettings;
  weightOf(tenant: Tenant): number;
}

const USUAL_WEIGHT = 1;

export function fairnessSettings(configuration: Configuration): FairnessSettings {
  const { mode, schedulers, share, window, weights } = configuration.fairness;
  const compiled = weights.map(({ tenant, weight }) => ({ names: namePattern(tenant), weight }));
  return {
    // A configuration that says otherwise is refused; but the flavor of a running process may be another than its file's.
    mode: configuration.cluster.flavor === 'arktos' ? 'off' : mode,
    schedulers: new Set(schedulers),
    share,
    window,
    tenancy: tenancyOf(configuration),
    weightOf: ({ name }) => compiled.find(({ names }) => names(name))?.weight ?? USUAL_WEIGHT,
  };
}

/** The same of a configuration that may change while the process runs. */
export function fairnessOf(current: () => Configuration, started: Configuration): () => FairnessSettings {
  return derived(current, started, fairnessSettings);
}
