/** What was answered, made short enough to be sent from thread to thread: an object may have a finding for each of its values. */
import type { Decision } from '../policy/decision.ts';
import type { Finding } from '../policy/finding.ts';
import type { AdmissionEvent } from './door.ts';
import { shownFindings, shownName } from './shown-findings.ts';

/** The same thing so many times. */
interface Run<T> {
  readonly item: T;
  times: number;
}

export interface ShortEvent extends Omit<AdmissionEvent, 'decision'> {
  readonly decision: { readonly [Outcome in keyof Decision]: readonly Run<Decision[Outcome][number]>[] };
}

/** What is shown of it stays, and everything is counted. */
export function shortened(event: AdmissionEvent): ShortEvent {
  const { subject, actor, tenant, warnings, decision } = event;
  const { denied, warned, audited, exempted } = decision;
  return {
    ...event,
    subject: { namespace: shownName(subject.namespace), name: shownName(subject.name) },
    actor: { username: shownName(actor.username), groups: [] },
    tenant: { ...tenant, name: shownName(tenant.name) },
    warnings: warnings.map(shownName),
    decision: {
      denied: runsOf(denied),
      warned: runsOf(warned),
      audited: runsOf(audited),
      exempted: runsOf(exempted.map(({ finding }) => finding)).flatMap(({ item, times }) => {
        const exemption = exempted.find(({ finding }) => finding.code === item.code)?.exemption;
        return exemption === undefined ? [] : [{ item: { finding: item, exemption }, times }];
      }),
    },
  };
}

/** As it was, but for what nobody is shown. */
export function restored({ decision, ...event }: ShortEvent): AdmissionEvent {
  const { denied, warned, audited, exempted } = decision;
  return {
    ...event,
    decision: {
      denied: itemsOf(denied),
      warned: itemsOf(warned),
      audited: itemsOf(audited),
      exempted: itemsOf(exempted),
    },
  };
}

/** Those that are shown one by one, and the others by their codes. */
function runsOf(findings: readonly Finding[]): Run<Finding>[] {
  const shown = shownFindings(findings).findings.map((item) => ({ item, times: 1 }));
  const others = new Map<string, Run<Finding>>();
  for (const { code } of findings.slice(shown.length)) {
    const run = others.get(code) ?? { item: { code, field: '', detail: '' }, times: 0 };
    run.times += 1;
    others.set(code, run);
  }
  return [...shown, ...others.values()];
}

function itemsOf<T>(runs: readonly Run<T>[]): T[] {
  return runs.flatMap(({ item, times }) => Array<T>(times).fill(item));
}
