/** The cluster of the scenes in numbers and names. */

export const SCHEDULER = 'faulty';
export const POOL = 'faulty';
export const NODES = 30;

/** A node of four cpus has two places for tenants while one cpu is kept for the daemon, and three otherwise. */
export const NODE_SIZE = { cpu: '4' };
export const DAEMON_CPU = '1';
export const TENANT_CPU = '1200m';
export const PLACES_A_NODE = 2;

/** The daemon that never comes: a quota forbids its pods, so that its room is kept all the time. */
export const DAEMON = 'agent';
