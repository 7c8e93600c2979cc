/** A view of nothing, for tests that ask about something else. */
import type { PolicyView } from '../../../../src/policy/policy-view.ts';

export function emptyView(): PolicyView {
  return {
    synced: true,
    namespace: () => undefined,
    priorityClass: () => undefined,
    priorityClasses: () => [],
  };
}
