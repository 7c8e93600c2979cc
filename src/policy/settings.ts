/** What the rules are told by the configuration. */
import type { ActorSettings } from '../tenancy/actor.ts';
import type { TenancySettings } from '../tenancy/tenant.ts';
import type { Exemption } from './exemptions.ts';
import type { Mode } from './modes.ts';
import type { ReasonCode } from './reasons.ts';

export interface DaemonSettings {
  /** Given to DaemonSets of the system tenant whose template names none. */
  readonly defaultPriorityClass?: string | undefined;
  /** The highest priority that tenants may use. */
  readonly tenantPriorityCeiling: number;
  /** Schedulers that ask this extender. */
  readonly schedulers: readonly string[];
}

export interface PolicySettings {
  readonly tenancy: TenancySettings & ActorSettings;
  readonly modes: Readonly<Record<ReasonCode, Mode>>;
  readonly exemptions: readonly Exemption[];
  readonly daemons: DaemonSettings;
}
