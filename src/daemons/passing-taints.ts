/** Taints that go by themselves once a node has started or recovered. */
import type { SlimNode } from '../cluster/records.ts';

/**
 * A node registers with some of these, and daemons that do not tolerate them belong there all the same, a moment later.
 * That moment is when others take their room: so it is kept from the beginning.
 */
const PASSING_TAINTS: ReadonlySet<string> = new Set([
  'node.kubernetes.io/not-ready',
  'node.kubernetes.io/unreachable',
  'node.kubernetes.io/network-unavailable',
  'node.cloudprovider.kubernetes.io/uninitialized',
]);

/** The node as it will be; the same object when there is nothing to wait for. */
export function onceStarted(node: SlimNode): SlimNode {
  const { taints } = node;
  if (!taints.some(({ key }) => PASSING_TAINTS.has(key))) return node;
  return { ...node, taints: taints.filter(({ key }) => !PASSING_TAINTS.has(key)) };
}
