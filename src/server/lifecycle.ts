/** Where the process stands between its start and its end, for readiness and for `Connection: close`. */
export interface Lifecycle {
  phase: 'starting' | 'serving' | 'draining' | 'stopped';
}
