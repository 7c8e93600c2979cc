/** What the extender is told by the configuration. */
import type { LedgerSettings } from '../daemons/hold-ledger.ts';
import type { ExtenderMode } from '../policy/modes.ts';
import type { TenancySettings } from '../tenancy/tenant.ts';

export interface DaemonSetPattern {
  readonly namespace: string;
  readonly name: string;
}

export interface SchedulingSettings {
  readonly headroom: {
    readonly mode: ExtenderMode;
    readonly patienceMs: number;
    /** None means every DaemonSet of the system tenant. */
    readonly daemonSets: readonly DaemonSetPattern[];
    /** None means all. */
    readonly resources: readonly string[];
  };
  readonly preempt: { readonly mode: ExtenderMode };
  readonly tenancy: TenancySettings;
}

/** The settings with their patterns and tenants compiled. */
export interface SchedulingAtWork {
  readonly settings: SchedulingSettings;
  readonly ledger: LedgerSettings;
  /** Whether an object belongs to the system tenant. */
  isSystem(object: { readonly namespace: string; readonly tenant: string }): boolean;
}
