/** What the API server fills in for an apps/v1 DaemonSet before anybody validates it. */
import type { DaemonSet, DaemonSetSpec } from '../objects.ts';
import type { UpdateStrategy } from '../validation/update-strategy.ts';

export const DEFAULT_UPDATE_STRATEGY = { type: 'RollingUpdate', maxUnavailable: 1, maxSurge: 0 } as const;
const DEFAULT_REVISION_HISTORY_LIMIT = 10;

/** A strategy with its type and, for rolling updates, both numbers. maxSurge alone therefore never suffices. */
export function defaultUpdateStrategy(strategy: DaemonSetSpec['updateStrategy']): UpdateStrategy {
  const defaults = DEFAULT_UPDATE_STRATEGY;
  const type = strategy?.type || defaults.type;
  if (type !== 'RollingUpdate') return { ...strategy, type };
  return {
    type,
    rollingUpdate: {
      maxUnavailable: strategy?.rollingUpdate?.maxUnavailable ?? defaults.maxUnavailable,
      maxSurge: strategy?.rollingUpdate?.maxSurge ?? defaults.maxSurge,
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
