/** Node selectors and required node affinity, parsed once and asked for many nodes. */

import { compileRequirement } from './label-requirement.ts';
import { labelOf } from './labels.ts';
import type { Labels, Maybe, NodeSelectorTerm, PodSpec, SelectorRequirement } from './objects.ts';

/** What node affinity looks at. */
export interface NodeIdentity {
  readonly name: string;
  readonly labels?: Maybe<Labels>;
}

/** Why one term of a required node affinity does not match a node. */
export type TermMismatch =
  /** A term without requirements matches nothing. */
  | { readonly kind: 'empty' }
  /** Kubernetes cannot parse the requirement, so the term never matches. */
  | { readonly kind: 'unparsable'; readonly requirement: SelectorRequirement }
  | {
      readonly kind: 'label';
      readonly requirement: SelectorRequirement;
      /** The node's label, null when it has none of that key. */
      readonly actual: string | null;
    }
  | { readonly kind: 'field'; readonly requirement: SelectorRequirement };

/** Why a node is not one that the pod may run on. */
export type NodeMismatch =
  | {
      readonly kind: 'node-selector';
      readonly key: string;
      readonly wanted: string;
      readonly actual: string | null;
    }
  /** One entry a term, in their order; no entry at all when the list of terms is empty. */
  | { readonly kind: 'node-affinity'; readonly terms: readonly TermMismatch[] };

export interface NodeMatcher {
  /** The quick answer, for thousands of nodes. */
  matches(node: NodeIdentity): boolean;
  /** The first reason against the node, or null when it matches. */
  mismatch(node: NodeIdentity): NodeMismatch | null;
}

interface CompiledRequirement {
  readonly requirement: SelectorRequirement;
  readonly kind: 'label' | 'field';
  readonly matches: (node: NodeIdentity) => boolean;
}

interface CompiledTerm {
  readonly requirements: readonly CompiledRequirement[];
  /** Set when the term can match no node at all. */
  readonly never: TermMismatch | null;
}

/** The field by which a pod is tied to one node. */
export const NODE_NAME_FIELD = 'metadata.name';

function compileField(requirement: SelectorRequirement): ((node: NodeIdentity) => boolean) | null {
  const values = requirement.values ?? [];
  const [value] = values;
  if (value === undefined || values.length > 1) return null;
  if (requirement.operator !== 'In' && requirement.operator !== 'NotIn') return null;
  const wanted = requirement.operator === 'In';
  const isName = requirement.key === NODE_NAME_FIELD;
  // A field that nodes do not have reads as empty text; a node without a name has no fields and passes.
  return (node) => node.name === '' || ((isName ? node.name : '') === value) === wanted;
}

function compileTerm(term: NodeSelectorTerm): CompiledTerm {
  const requirements: CompiledRequirement[] = [];
  let never: TermMismatch | null = null;
  for (const requirement of term.matchExpressions ?? []) {
    const matcher = compileRequirement(requirement);
    if (matcher === null) never ??= { kind: 'unparsable', requirement };
    else requirements.push({ requirement, kind: 'label', matches: (node) => matcher(node.labels) });
  }
  for (const requirement of term.matchFields ?? []) {
    const matches = compileField(requirement);
    if (matches === null) never ??= { kind: 'unparsable', requirement };
    else requirements.push({ requirement, kind: 'field', matches });
  }
  if (requirements.length === 0) never ??= { kind: 'empty' };
  return { requirements, never };
}

function termMatches(term: CompiledTerm, node: NodeIdentity): boolean {
  return term.never === null && term.requirements.every((requirement) => requirement.matches(node));
}

function termMismatch(term: CompiledTerm, node: NodeIdentity): TermMismatch | null {
  if (term.never !== null) return term.never;
  const failed = term.requirements.find((requirement) => !requirement.matches(node));
  if (failed === undefined) return null;
  const { kind, requirement } = failed;
  if (kind === 'field') return { kind, requirement };
  return { kind, requirement, actual: labelOf(node.labels, requirement.key) ?? null };
}

/** Parses nodeSelector and required node affinity of a pod or template. Both must match; terms are alternatives. */
export function compileNodeAffinity(spec: Pick<PodSpec, 'nodeSelector' | 'affinity'>): NodeMatcher {
  const wantedLabels = Object.entries(spec.nodeSelector ?? {});
  const required = spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
  const terms = required ? (required.nodeSelectorTerms ?? []).map(compileTerm) : null;

  function matches(node: NodeIdentity): boolean {
    for (const [key, wanted] of wantedLabels) if (labelOf(node.labels, key) !== wanted) return false;
    return terms === null || terms.some((term) => termMatches(term, node));
  }

  function mismatch(node: NodeIdentity): NodeMismatch | null {
    for (const [key, wanted] of wantedLabels) {
      const actual = labelOf(node.labels, key) ?? null;
      if (actual !== wanted) return { kind: 'node-selector', key, wanted, actual };
    }
    if (matches(node)) return null;
    const failures = (terms ?? []).map((term) => termMismatch(term, node));
    return { kind: 'node-affinity', terms: failures.filter((failure) => failure !== null) };
  }

  return { matches, mismatch };
}
