/** The annotations that are Daemonward's own, and those of Kubernetes that a decision reads. */
import type { ObjectMeta } from '../objects.ts';

const OWN_PREFIX = 'daemonward.dev/';

/** On a pod: the node that a daemon-like controller made it for. */
export const TARGET_NODE_ANNOTATION = `${OWN_PREFIX}target-node`;

/** On a DaemonSet, "true": its pods are made on nodes that are not ready yet. The controller asks the template only. */
export const TOLERATE_NOT_READY_ANNOTATION = `${OWN_PREFIX}tolerate-not-ready`;

/** On a pod: the kubelet runs it from a file, and shows it to the API server. By itself it proves nothing. */
export const MIRROR_ANNOTATION = 'kubernetes.io/config.mirror';

export function isMirrorPod({ annotations }: ObjectMeta): boolean {
  return Object.hasOwn(annotations ?? {}, MIRROR_ANNOTATION);
}
