/** DW3xx: can the daemon hold its place by priority. */
import { defaultPriorityClass } from '../../cluster/default-priority.ts';
import type { DaemonSet } from '../../kube/objects.ts';
import { SYSTEM_PRIORITIES } from '../../kube/priority.ts';
import type { Finding } from '../finding.ts';
import type { PolicyView } from '../policy-view.ts';
import type { DaemonSettings } from '../settings.ts';

const FIELD = 'spec.template.spec.priorityClassName';
const NEVER = 'Never';

/** Without a view that is complete nothing is said of classes that it would have to know. */
export function priorityFindings(
  { spec }: DaemonSet,
  view: PolicyView | undefined,
  settings: DaemonSettings,
): Finding[] {
  const pod = spec?.template?.spec ?? {};
  const name = pod.priorityClassName || (view && defaultPriorityClass(view)?.name);
  if (!name) {
    return [
      { code: 'DW301', field: FIELD, detail: 'is not set, so the daemon has the priority of ordinary pods' },
    ];
  }
  const known = findClass(name, view);
  if (known === undefined) {
    return view?.synced
      ? [{ code: 'DW302', field: FIELD, detail: `there is no PriorityClass ${JSON.stringify(name)}` }]
      : [];
  }
  const ceiling = settings.tenantPriorityCeiling;
  const findings: Finding[] = [];
  if (known.value <= ceiling) {
    const detail = `${name} has the value ${known.value}, and tenants may use up to ${ceiling}`;
    findings.push({ code: 'DW303', field: FIELD, detail });
  }
  if (known.preemptionPolicy === NEVER || pod.preemptionPolicy === NEVER) {
    findings.push({ code: 'DW304', field: FIELD, detail: `${name} never preempts` });
  }
  return findings;
}

function findClass(name: string, view: PolicyView | undefined) {
  const value = SYSTEM_PRIORITIES.get(name);
  return value === undefined ? view?.priorityClass(name) : { value, preemptionPolicy: '' };
}
