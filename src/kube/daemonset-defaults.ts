/** What the API server fills in for an apps/v1 DaemonSet before anybody validates it. */

import type { DaemonSet, DaemonSetSpec } from './objects.ts';
import type { UpdateStrategy } from './update-strategy.ts';

const DEFAULT_MAX_UNAVAILABLE = 1;
const DEFAULT_MAX_SURGE = 0;
const DEFAULT_REVISION_HISTORY_LIMIT = 10;

/** A strategy with its type and, for rolling updates, both numbers. maxSurge alone therefore never suffices. */
export function defaultUpdateStrategy(strategy: DaemonSetSpec['updateStrategy']): UpdateStrategy {
  const type = strategy?.type || 'RollingUpdate';
  if (type !== 'RollingUpdate') return { ...strategy, type };
  return {
    type,
    rollingUpdate: {
      maxUnavailable: strategy?.rollingUpdate?.maxUnavailable ?? DEFAULT_MAX_UNAVAILABLE,
      maxSurge: strategy?.rollingUpdate?.maxSurge ?? DEFAULT_MAX_SURGE,
    },
  };
}

/** The DaemonSet with the defaults that a rule reads. */
export function defaultDaemonSet(daemonSet: DaemonSet): DaemonSet {
  const spec = daemonSet.spec ?? {};
  const template = spec.template ?? {};
  return {
    ...daemonSet,
    spec: {
      ...spec,
      updateStrategy: defaultUpdateStrategy(spec.updateStrategy),
      revisionHistoryLimit: spec.revisionHistoryLimit ?? DEFAULT_REVISION_HISTORY_LIMIT,
      template: {
        ...template,
        spec: { ...template.spec, restartPolicy: template.spec?.restartPolicy || 'Always' },
      },
    },
  };
}
