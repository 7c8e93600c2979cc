/** Where the ops port listens unless somebody says otherwise. */

/** On somebody's machine: what it shows of a cluster is nobody else's business. */
export const LOOPBACK = '127.0.0.1';

/** In a pod: the kubelet and Prometheus come from outside, and the pod's network says who else may. */
export const EVERY_ADDRESS = '0.0.0.0';
