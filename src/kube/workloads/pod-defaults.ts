/** What the API server fills in for a pod: objects from a file may lack it. */

export const DEFAULT_SCHEDULER = 'default-scheduler';
export const DEFAULT_PREEMPTION_POLICY = 'PreemptLowerPriority';
export const DEFAULT_PHASE = 'Pending';
