/** The part of the configuration that the extender reads, in its own shape. */
import { derived } from '../config/live.ts';
import type { Configuration } from '../config/schema/schema.ts';
import { durationOf } from '../config/schema/times.ts';
import { tenancyOf } from '../tenancy/settings.ts';
import type { TenancySettings } from '../tenancy/tenant.ts';

export interface SchedulingSettings {
  readonly headroom: Omit<Configuration['headroom'], 'patience'> & { readonly patienceMs: number };
  readonly preempt: Configuration['preempt'];
  readonly tenancy: TenancySettings;
  readonly daemons: Configuration['daemons'];
}

/** The schema lets nothing else pass; a patience that cannot be read would wait for nobody. */
const NO_PATIENCE = 0;

export function schedulingSettings(configuration: Configuration): SchedulingSettings {
  const { headroom, preempt, daemons } = configuration;
  const { patience, ...rest } = headroom;
  return {
    headroom: { ...rest, patienceMs: durationOf(patience) ?? NO_PATIENCE },
    preempt,
    tenancy: tenancyOf(configuration),
    daemons,
  };
}

/** The same of a configuration that may change while the process runs. */
export function schedulingOf(current: () => Configuration, started: Configuration): () => SchedulingSettings {
  return derived(current, started, schedulingSettings);
}
