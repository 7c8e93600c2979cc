/** What somebody wants to have explained, over any scene: for those who have no service to ask. */
import { OPERATORS } from './audience.ts';
import { type DaemonSetExplanation, explainDaemonSet } from './daemonset.ts';
import { type Found, findDaemonSet, findNode, findPod, type ObjectName } from './found.ts';
import { explainNode, type NodeExplanation } from './node.ts';
import { explainPod, type PodExplanation } from './pod.ts';
import type { Scene } from './scene.ts';
import { daemonSetText } from './text/daemonset-text.ts';
import { nodeText } from './text/node-text.ts';
import { podText } from './text/pod-text.ts';

export const SUBJECT_KINDS = ['daemonset', 'pod', 'node'] as const;
export type SubjectKind = (typeof SUBJECT_KINDS)[number];

export interface Subject extends ObjectName {
  readonly kind: SubjectKind;
  /** Of a DaemonSet: on this node alone. */
  readonly node?: string | undefined;
  readonly shown: number;
}

export type Explanation = DaemonSetExplanation | PodExplanation | NodeExplanation;

export function explain(subject: Subject, scene: Scene): Found<Explanation> {
  const { view } = scene;
  const { shown } = subject;
  switch (subject.kind) {
    case 'node':
      return mapped(findNode(subject.name, view), (node) => explainNode(node, shown, scene));
    case 'pod':
      return mapped(findPod(subject, view), (pod) =>
        explainPod({ pod, shown, decisions: [], audience: OPERATORS }, scene),
      );
    case 'daemonset': {
      const node = subject.node === undefined ? undefined : findNode(subject.node, view);
      if (node?.ok === false) return node;
      return mapped(findDaemonSet(subject, view), (daemonSet) =>
        explainDaemonSet({ daemonSet, node: node?.value, shown, decisions: [] }, scene),
      );
    }
  }
}

export function explanationText(explanation: Explanation): string {
  switch (explanation.kind) {
    case 'DaemonSet':
      return daemonSetText(explanation);
    case 'Pod':
      return podText(explanation);
    case 'Node':
      return nodeText(explanation);
  }
}

function mapped<A, B>(found: Found<A>, map: (value: A) => B): Found<B> {
  return found.ok ? { ok: true, value: map(found.value) } : found;
}
