/** Where the ops port listens unless somebody says otherwise. */

/** On somebody's machine: what it shows of a cluster is nobody else's business. */
export const LOOPBACK = '127.0.0.1';

/**
 * Of IPv6 and IPv4. In a pod the ops port is there too: the kubelet and Prometheus come from outside, and the pod's network
 * says who else may.
 */
export const EVERY_ADDRESS = '::';

/** Where the machine has no IPv6. */
export const EVERY_IPV4_ADDRESS = '0.0.0.0';
