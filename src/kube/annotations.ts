/** The annotations that are Daemonward's own. */

export const OWN_PREFIX = 'daemonward.dev/';

/** On a pod: the node that a daemon-like controller made it for. */
export const TARGET_NODE_ANNOTATION = `${OWN_PREFIX}target-node`;

/** On a DaemonSet, "true": its pods are made on nodes that are not ready yet. The controller asks the template only. */
export const TOLERATE_NOT_READY_ANNOTATION = `${OWN_PREFIX}tolerate-not-ready`;
