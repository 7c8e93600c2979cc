/** DW404 to DW406: templates that can be placed only in a way that was hardly meant. */

import { hostPortsOf } from '../../kube/host-ports.ts';
import type { DaemonSet, PodSpec } from '../../kube/objects.ts';
import { defaultUpdateStrategy } from '../../kube/workloads/daemonset-defaults.ts';
import { DEFAULT_SCHEDULER } from '../../kube/workloads/pod-defaults.ts';
import { isNoSurge } from '../../kube/workloads/surge.ts';
import type { Finding } from '../finding.ts';
import type { DaemonSettings } from '../settings.ts';

const POD = 'spec.template.spec';
const HOSTNAME_LABEL = 'kubernetes.io/hostname';

export function placementFindings(daemonSet: DaemonSet, settings: DaemonSettings): Finding[] {
  const pod = daemonSet.spec?.template?.spec ?? {};
  return [...hostnameFindings(pod), ...schedulerFindings(pod, settings), ...surgeFindings(daemonSet, pod)];
}

function hostnameFindings({ nodeSelector, affinity }: PodSpec): Finding[] {
  const code = 'DW404';
  if (nodeSelector && Object.hasOwn(nodeSelector, HOSTNAME_LABEL)) {
    const field = `${POD}.nodeSelector[${HOSTNAME_LABEL}]`;
    return [{ code, field, detail: `selects by the label ${HOSTNAME_LABEL}` }];
  }
  const required = affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
  const index = (required?.nodeSelectorTerms ?? []).findIndex((term) =>
    term.matchExpressions?.some(({ key }) => key === HOSTNAME_LABEL),
  );
  if (index < 0) return [];
  const field = `${POD}.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[${index}]`;
  return [{ code, field, detail: `selects by the label ${HOSTNAME_LABEL}` }];
}

function schedulerFindings({ schedulerName }: PodSpec, { schedulers }: DaemonSettings): Finding[] {
  const name = schedulerName || DEFAULT_SCHEDULER;
  if (schedulers.includes(name)) return [];
  const detail = `${JSON.stringify(name)} does not ask this extender`;
  return [{ code: 'DW405', field: `${POD}.schedulerName`, detail }];
}

function surgeFindings({ spec }: DaemonSet, pod: PodSpec): Finding[] {
  const strategy = defaultUpdateStrategy(spec?.updateStrategy);
  const maxSurge = strategy.rollingUpdate?.maxSurge ?? 0;
  if (strategy.type !== 'RollingUpdate' || isNoSurge(maxSurge)) return [];
  const [port] = hostPortsOf(pod);
  if (port === undefined) return [];
  const detail = `maxSurge ${maxSurge} and port ${port.hostPort} of the node exclude each other`;
  return [{ code: 'DW406', field: 'spec.updateStrategy.rollingUpdate.maxSurge', detail }];
}
