/** The rules that say whether a daemon belongs on a node, each with its verdict. */
import type { SlimNode } from '../../cluster/records.ts';
import { compileEligibility, type Ineligible } from '../../daemons/eligibility.ts';
import { onceStarted } from '../../daemons/startup-taints.ts';
import type { ProtectedDaemon } from '../../headroom/protected/protected-daemon.ts';
import { compileNodeAffinity } from '../../kube/matching/node-affinity.ts';
import { taintText } from '../../kube/matching/taints.ts';
import { shortfallsOf, shortfallWords } from '../amounts.ts';
import { no, note, type RuleVerdict, yes } from '../rule-verdict.ts';
import type { Scene } from '../scene.ts';

const EMPTY = { requested: new Map<string, bigint>(), podCount: 0 };

/** Parses the template once; the answer is for any number of nodes. */
export function belongingRules(
  daemon: ProtectedDaemon,
  { view, rules }: Scene,
): (node: SlimNode) => readonly RuleVerdict[] {
  const { template, partition } = daemon.daemonSet;
  const eligibility = compileEligibility(template.placement);
  const runtime = view.within(partition).runtimeClass(template.runtimeClassName);
  const runtimeNodes = compileNodeAffinity({ nodeSelector: runtime?.nodeSelector });
  return (node) => {
    const { reason } = eligibility.judge(node);
    const starts =
      reason?.kind === 'taint' && eligibility.shouldRun(onceStarted(node, rules.ledger.isStartupTaint));
    return [
      ...eligibilityRules(reason, starts),
      ...(runtime === undefined || runtimeNodes.matches(node)
        ? []
        : [no('runtime', runtimeWords(template.runtimeClassName), RUNTIME_REMEDY)]),
      sizeRule(daemon, node),
    ];
  };
}

function runtimeWords(name: string): string {
  return `the RuntimeClass ${name} is not for this node`;
}

const RUNTIME_REMEDY = { remedy: 'leave the node out by a nodeSelector, or give it that runtime' };

function eligibilityRules(reason: Ineligible | null, starts: boolean): RuleVerdict[] {
  const selected = yes('selector', 'node selector and affinity match');
  switch (reason?.kind) {
    case undefined:
      return [selected, yes('taints', 'every taint is tolerated')];
    case 'node-name':
      return [no('selector', `the template names the node ${reason.wanted}`, { code: 'DW502' })];
    case 'node-selector':
      return [no('selector', `wants the label ${reason.key}=${reason.wanted}`, { code: 'DW502' })];
    case 'node-affinity':
      return [no('selector', 'node affinity does not match', { code: 'DW502' })];
    case 'taint': {
      const taint = taintText(reason.taint);
      return starts
        ? [selected, note('taints', `${taint} is not tolerated, and goes when the node has started`)]
        : [selected, no('taints', `does not tolerate ${taint}`, { code: 'DW503' })];
    }
  }
}

function sizeRule(daemon: ProtectedDaemon, node: SlimNode): RuleVerdict {
  if (!daemon.neverFits(node)) return yes('size', 'the node is large enough');
  const shortfalls = shortfallsOf(daemon.requests, { ...EMPTY, allocatable: node.allocatable });
  const words = `never fits, even on the empty node: ${shortfalls.map(shortfallWords).join('; ')}`;
  return no('size', words, { shortfalls, remedy: SIZE_REMEDY });
}

const SIZE_REMEDY =
  'ask for less in the DaemonSet, or leave nodes of this size out by its nodeSelector or affinity';
