/** Where the process stands between its start and its end, for readiness and for `Connection: close`. */

export type Phase = 'starting' | 'serving' | 'draining' | 'stopped';

export interface Lifecycle {
  phase(): Phase;
  enter(phase: Phase): void;
}

export function createLifecycle(): Lifecycle {
  let phase: Phase = 'starting';
  return {
    phase: () => phase,
    enter: (next) => {
      phase = next;
    },
  };
}
