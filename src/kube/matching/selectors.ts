/** Label selectors: which labels one matches. */
import { labelOf, labelValueProblems, qualifiedNameProblems } from '../metadata/labels.ts';
import type { LabelSelector, Maybe } from '../objects.ts';
import { compileRequirement, type LabelMatcher } from './label-requirement.ts';

const OPERATORS = new Set(['In', 'NotIn', 'Exists', 'DoesNotExist']);

/** True for a selector that is there and asks for nothing: it matches everything. */
export function isEmptySelector(selector: LabelSelector): boolean {
  return (
    Object.keys(selector.matchLabels ?? {}).length === 0 && (selector.matchExpressions ?? []).length === 0
  );
}

function compileMatchLabel([key, value]: [string, string]): LabelMatcher | null {
  const valid = qualifiedNameProblems(key).length === 0 && labelValueProblems(value).length === 0;
  return valid ? (labels) => labelOf(labels, key) === value : null;
}

/**
 * Parses a selector once, to be asked for many objects. Null when it does not parse.
 * A selector that is not set matches nothing, an empty one everything.
 */
export function compileLabelSelector(selector: Maybe<LabelSelector>): LabelMatcher | null {
  if (!selector) return () => false;
  const compiled = [
    ...Object.entries(selector.matchLabels ?? {}).map(compileMatchLabel),
    ...(selector.matchExpressions ?? []).map((requirement) =>
      OPERATORS.has(requirement.operator) ? compileRequirement(requirement) : null,
    ),
  ];
  const matchers = compiled.filter((matcher) => matcher !== null);
  if (matchers.length < compiled.length) return null;
  return (labels) => matchers.every((matches) => matches(labels));
}
