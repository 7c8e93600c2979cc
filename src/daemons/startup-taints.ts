/** Nodes as they will be once they have started or recovered. */
import type { SlimNode } from '../cluster/records.ts';

/**
 * A node registers with some taints that go by themselves, and daemons that do not tolerate them belong there all the
 * same, a moment later. That moment is when others take their room: so it is kept from the beginning. Which taints these
 * are: `daemons.startupTaints`, in config/schema/daemon-settings.ts.
 */
export type IsStartupTaint = (key: string) => boolean;

/** The node as it will be; the same object when there is nothing to wait for. */
export function onceStarted(node: SlimNode, isStartupTaint: IsStartupTaint): SlimNode {
  const { taints } = node;
  if (!taints.some(({ key }) => isStartupTaint(key))) return node;
  return { ...node, taints: taints.filter(({ key }) => !isStartupTaint(key)) };
}
