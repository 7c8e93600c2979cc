/** Node selectors and required node affinity, parsed once and asked for many nodes. */
import { labelOf } from '../metadata/labels.ts';
import type { Labels, Maybe, NodeSelectorTerm, PodSpec, SelectorRequirement } from '../objects.ts';
import { compileRequirement } from './label-requirement.ts';

/** What node affinity looks at. */
export interface NodeIdentity {
  readonly name: string;
  readonly labels?: Maybe<Labels>;
}

/** Why a node is not one that the pod may run on: a label that its selector asks for, or no term of its affinity. */
export type NodeMismatch =
  | { readonly kind: 'node-selector'; readonly key: string; readonly wanted: string }
  | { readonly kind: 'node-affinity' };

export interface NodeMatcher {
  matches(node: NodeIdentity): boolean;
  /** The first reason against the node, or null when it matches. */
  mismatch(node: NodeIdentity): NodeMismatch | null;
}

type NodeTest = (node: NodeIdentity) => boolean;

/** The field by which a pod is tied to one node. */
export const NODE_NAME_FIELD = 'metadata.name';

function compileLabel(requirement: SelectorRequirement): NodeTest | null {
  const matches = compileRequirement(requirement);
  return matches && ((node) => matches(node.labels));
}

function compileField(requirement: SelectorRequirement): NodeTest | null {
  const values = requirement.values ?? [];
  const [value] = values;
  if (value === undefined || values.length > 1) return null;
  if (requirement.operator !== 'In' && requirement.operator !== 'NotIn') return null;
  const wanted = requirement.operator === 'In';
  const isName = requirement.key === NODE_NAME_FIELD;
  // A field that nodes do not have reads as empty text; a node without a name has no fields and passes.
  return (node) => node.name === '' || ((isName ? node.name : '') === value) === wanted;
}

/** A term matches nothing without requirements, or with one that Kubernetes cannot parse. */
function compileTerm({ matchExpressions, matchFields }: NodeSelectorTerm): NodeTest {
  const compiled = [...(matchExpressions ?? []).map(compileLabel), ...(matchFields ?? []).map(compileField)];
  const tests = compiled.filter((test) => test !== null);
  if (tests.length === 0 || tests.length < compiled.length) return () => false;
  return (node) => tests.every((matches) => matches(node));
}

/** Parses nodeSelector and required node affinity of a pod or template. Both must match; terms are alternatives. */
export function compileNodeAffinity(spec: Pick<PodSpec, 'nodeSelector' | 'affinity'>): NodeMatcher {
  const wantedLabels = Object.entries(spec.nodeSelector ?? {});
  const required = spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
  const terms = required ? (required.nodeSelectorTerms ?? []).map(compileTerm) : null;

  function mismatch(node: NodeIdentity): NodeMismatch | null {
    for (const [key, wanted] of wantedLabels) {
      if (labelOf(node.labels, key) !== wanted) return { kind: 'node-selector', key, wanted };
    }
    return terms === null || terms.some((matches) => matches(node)) ? null : { kind: 'node-affinity' };
  }

  return { matches: (node) => mismatch(node) === null, mismatch };
}
