/** Keeps nodes and pods in step: each node's account is the sum of the pods bound to it, whichever came first. */
import { NodeTable } from './node-table.ts';
import { PodIndex } from './pod-index.ts';
import type { SlimNode, SlimPod } from './records.ts';
import { isTerminal } from './records.ts';
import { NO_NODE } from './view.ts';

/** Most events of a pod change its status only. */
function countsTheSame(before: SlimPod, after: SlimPod): boolean {
  return (
    before.nodeName === after.nodeName &&
    before.requests === after.requests &&
    isTerminal(before) === isTerminal(after)
  );
}

export class Accounting {
  readonly nodes = new NodeTable();
  readonly pods = new PodIndex();

  putNode(node: SlimNode): SlimNode | undefined {
    const before = this.nodes.get(node.name);
    const { number, isNew, added } = this.nodes.put(node);
    for (const resource of added) this.#countEverywhere(resource, isNew ? node.name : '');
    if (isNew) {
      for (const pod of this.pods.onNode(node.name)) this.nodes.count(number, pod, 1n);
    }
    return before;
  }

  removeNode(name: string): SlimNode | undefined {
    return this.nodes.remove(name);
  }

  putPod(pod: SlimPod): SlimPod | undefined {
    const before = this.pods.put(pod);
    if (before !== undefined && countsTheSame(before, pod)) return before;
    if (before !== undefined) this.#count(before, -1n);
    this.#count(pod, 1n);
    return before;
  }

  removePod(uid: string): SlimPod | undefined {
    const pod = this.pods.remove(uid);
    if (pod !== undefined) this.#count(pod, -1n);
    return pod;
  }

  #count(pod: SlimPod, sign: 1n | -1n): void {
    const number = pod.nodeName === '' ? NO_NODE : this.nodes.number(pod.nodeName);
    if (number !== NO_NODE) this.nodes.count(number, pod, sign);
  }

  /** A column that has just come starts at zero: all bound pods may ask for it, except those counted right after. */
  #countEverywhere(resource: string, except: string): void {
    for (const pod of this.pods.values()) {
      if (pod.nodeName === '' || pod.nodeName === except) continue;
      const number = this.nodes.number(pod.nodeName);
      if (number !== NO_NODE) this.nodes.countOne(number, pod, resource);
    }
  }
}
