/** The part of the configuration that the extender reads, in its own shape. */
import { durationOf } from '../config/duration.ts';
import type { Configuration } from '../config/schema.ts';
import type { SchedulingSettings } from '../scheduler/settings.ts';
import { following } from './following.ts';

/** The schema lets nothing else pass; a patience that cannot be read would wait for nobody. */
const NO_PATIENCE = 0;

export function schedulingSettings({
  cluster,
  tenancy,
  headroom,
  preempt,
}: Configuration): SchedulingSettings {
  const { patience, ...rest } = headroom;
  return {
    headroom: { ...rest, patienceMs: durationOf(patience) ?? NO_PATIENCE },
    preempt,
    tenancy: { flavor: cluster.flavor, ...tenancy },
  };
}

/** Follows a configuration that may change. */
export function schedulingOf(current: () => Configuration): () => SchedulingSettings {
  return following(current, schedulingSettings);
}
