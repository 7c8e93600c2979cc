/** Who waits for which scheduler, for `/state` and the metrics. */
import type { SchedulerLine } from '../../../fairness/scheduler-line.ts';
import type { TenantLine } from '../../../fairness/tenant-line.ts';
import type { Fairness } from '../../fairness/open-fairness.ts';

/** Those that have most waiting; a person reads no more. */
const TENANTS_SHOWN = 20;

const MS_PER_SECOND = 1000;

export function waitingCounts(fairness: Fairness | null, nowMs: number) {
  const lines = fairness === null ? [] : [...fairness.book.lines().values()];
  const tenants = lines.flatMap((line) => [...line.tenants.values()]);
  return {
    gated: {
      due: sum(tenants.map(({ gated }) => gated.size)),
      held: sum(tenants.map(({ held }) => held.size)),
    },
    window: sum(lines.map(({ inWindow }) => inWindow)),
    oldestSeconds: Math.max(0, ...tenants.map((own) => ageOf(own, nowMs) ?? 0)),
    stalled: fairness?.book.isStalled ?? false,
  };
}

export function fairnessState(fairness: Fairness | null, nowMs: number) {
  if (fairness === null) return null;
  const { mode, share, window } = fairness.book.settings;
  return {
    mode,
    share,
    window,
    stalled: fairness.book.isStalled,
    schedulers: Array.from(fairness.book.lines(), ([scheduler, line]) => lineState(scheduler, line, nowMs)),
  };
}

function lineState(scheduler: string, line: SchedulerLine, nowMs: number) {
  const tenants = [...line.tenants.values()].toSorted((one, other) => other.waiting - one.waiting);
  return {
    scheduler,
    ungated: line.inWindow,
    room: line.windowSize,
    tenants: tenants.slice(0, TENANTS_SHOWN).map((own) => ({
      tenant: own.tenant.name,
      by: own.tenant.by,
      weight: own.weight,
      ungated: own.window.size,
      gated: own.gated.size,
      held: own.held.size,
      oldestSeconds: ageOf(own, nowMs) ?? null,
    })),
    more: Math.max(0, tenants.length - TENANTS_SHOWN),
  };
}

function ageOf({ gated }: TenantLine, nowMs: number): number | undefined {
  const oldest = gated.oldest();
  return oldest === undefined ? undefined : Math.max(0, Math.round(nowMs / MS_PER_SECOND - oldest));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
