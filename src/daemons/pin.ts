/** The pin that ties a daemon pod to its node: as the DaemonSet controller writes it, and as our hook completes it. */
import { NODE_NAME_FIELD } from '../kube/matching/node-affinity.ts';
import type {
  Affinity,
  Maybe,
  NodeSelector,
  NodeSelectorTerm,
  SelectorRequirement,
} from '../kube/objects.ts';

function pinTo(node: string): SelectorRequirement {
  return { key: NODE_NAME_FIELD, operator: 'In', values: [node] };
}

function withRequired(affinity: Maybe<Affinity>, required: NodeSelector): Affinity {
  return {
    ...affinity,
    nodeAffinity: {
      ...affinity?.nodeAffinity,
      requiredDuringSchedulingIgnoredDuringExecution: required,
    },
  };
}

/**
 * What the DaemonSet controller does: all required terms give way to the pin. Right only for who has judged them
 * against this very node before. Everything else of the affinity stays.
 */
export function replacePin(affinity: Maybe<Affinity>, node: string): Affinity {
  return withRequired(affinity, { nodeSelectorTerms: [{ matchFields: [pinTo(node)] }] });
}

function isPin(requirement: SelectorRequirement): boolean {
  return requirement.key === NODE_NAME_FIELD && requirement.operator === 'In';
}

function pinTerm(term: NodeSelectorTerm, node: string): NodeSelectorTerm {
  const fields = term.matchFields ?? [];
  const isEmpty = fields.length === 0 && (term.matchExpressions ?? []).length === 0;
  // A term without requirements matches nothing; with the pin in it, it would match the node.
  if (isEmpty) return term;
  if (fields.some(isPin)) return term;
  return { ...term, matchFields: [...fields, pinTo(node)] };
}

/** The pins of all required terms. */
export function pinsIn(affinity: Maybe<Affinity>): SelectorRequirement[] {
  const terms = affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms;
  return (terms ?? []).flatMap(({ matchFields }) => (matchFields ?? []).filter(isPin));
}

/** The first pin that ties the pod to anything but exactly this node. */
export function otherPin(affinity: Maybe<Affinity>, node: string): SelectorRequirement | undefined {
  return pinsIn(affinity).find(({ values }) => values?.length !== 1 || values[0] !== node);
}

/**
 * Adds the pin to a pod whose own constraints nobody has judged: into every required term, so that what was asked for
 * still holds. Returns the very same affinity when there is nothing to add, so that the caller patches nothing.
 */
export function addPin(affinity: Maybe<Affinity>, node: string): Maybe<Affinity> {
  const required = affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
  if (!required) return replacePin(affinity, node);
  // Required without terms matches nothing, and goes on doing so.
  const terms = required.nodeSelectorTerms ?? [];
  // A pin is never moved; beside one for another node, a second one would change where the controller reads the target.
  if (otherPin(affinity, node) !== undefined) return affinity;
  const pinned = terms.map((term) => pinTerm(term, node));
  if (pinned.every((term, index) => term === terms[index])) return affinity;
  return withRequired(affinity, { ...required, nodeSelectorTerms: pinned });
}
