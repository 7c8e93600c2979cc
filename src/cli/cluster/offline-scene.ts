/** What the extender would decide by over a cluster that is read once. */
import type { ClusterView } from '../../cluster/view.ts';
import type { Configuration } from '../../config/schema/schema.ts';
import type { Scene } from '../../explain/scene.ts';
import { Extender } from '../../scheduler/extender.ts';
import { UNOBSERVED } from '../../scheduler/observer.ts';
import { schedulingSettings } from '../../scheduler/settings.ts';

/** Nobody is on the way, and since when something waits is not known. */
export function offlineScene(view: ClusterView, configuration: Configuration, now: number): Scene {
  const settings = schedulingSettings(configuration);
  const extender = new Extender({
    settings: () => settings,
    view,
    staleAfterSeconds: () => configuration.cluster.staleAfterSeconds,
    now: () => now,
    clock: () => now,
    observer: UNOBSERVED,
  });
  const moment = extender.peek();
  const { ledger, account } = extender;
  return { view, ledger, account, ...moment, blindTimeOf: () => 0, isWatching: false, problem: null };
}
