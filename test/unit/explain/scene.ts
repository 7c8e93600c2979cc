/** What is explained over a store, with the clock and the settings of a test. */
import type { ClusterView } from '../../../src/cluster/view.ts';
import { OPERATORS } from '../../../src/explain/audience.ts';
import { type DaemonSetExplanation, explainDaemonSet } from '../../../src/explain/daemonset.ts';
import { explainPod, type PodExplanation } from '../../../src/explain/pod.ts';
import type { Scene } from '../../../src/explain/scene.ts';
import type { Extender } from '../../../src/scheduler/extender.ts';
import { type ExtenderOptions, extenderOver } from '../scheduler/extender.ts';

const SHOWN = 100;

export function sceneOf(extender: Extender): Scene {
  const { view, ledger, account, sight } = extender;
  const blindTimeOf = (partition: string) => sight.blindTimeOf(partition);
  return {
    view,
    ledger,
    account,
    ...extender.peek(),
    blindTimeOf,
    isWatching: true,
    turns: null,
    problem: null,
  };
}

export function explaining(view: ClusterView, options: ExtenderOptions = {}) {
  const over = extenderOver(view, options);
  const scene = () => sceneOf(over.extender);
  return {
    ...over,
    scene,
    daemonSet: (name: string, node?: string): DaemonSetExplanation => {
      const daemonSet = [...view.daemonSets()].find((set) => set.name === name);
      if (daemonSet === undefined) throw new Error(`no DaemonSet ${name}`);
      const on = node === undefined ? undefined : view.node(node);
      return explainDaemonSet({ daemonSet, node: on, shown: SHOWN, decisions: [] }, scene());
    },
    pod: (uid: string, shown = SHOWN): PodExplanation => {
      const pod = view.pod(uid);
      if (pod === undefined) throw new Error(`no pod ${uid}`);
      return explainPod({ pod, shown, decisions: [], audience: OPERATORS }, scene());
    },
  };
}
