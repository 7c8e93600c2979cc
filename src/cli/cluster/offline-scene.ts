/** What the extender would decide by over a cluster that is read once. */
import type { ClusterView } from '../../cluster/view.ts';
import type { Configuration } from '../../config/schema/schema.ts';
import type { Scene } from '../../explain/scene.ts';
import { fairnessSettings } from '../../fairness/settings.ts';
import { WaitingBook } from '../../fairness/waiting-book.ts';
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
  const turns = { book: waitingOver(view, configuration), problem: null };
  return { view, ledger, account, ...moment, blindTimeOf: () => 0, isWatching: false, turns, problem: null };
}

/** The queue as it stands: whose turns were before is not known. */
function waitingOver(view: ClusterView, configuration: Configuration): WaitingBook {
  const settings = fairnessSettings(configuration);
  return new WaitingBook(
    view,
    () => settings,
    () => 0,
  );
}
