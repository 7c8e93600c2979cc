/** One requirement on one label, checked once and then asked for many objects. */
import { labelOf, labelValueProblems, qualifiedNameProblems } from '../metadata/labels.ts';
import type { Labels, Maybe, SelectorRequirement } from '../objects.ts';

export type LabelMatcher = (labels: Maybe<Labels>) => boolean;

const INTEGER = /^[+-]?[0-9]+$/;
const INT64_BITS = 64;

/** What Go's ParseInt(text, 10, 64) reads, or null: leading zeros and a sign are fine, overflow is not. */
function parseInt64(text: string): bigint | null {
  if (!INTEGER.test(text)) return null;
  const value = BigInt(text.replace('+', ''));
  return value === BigInt.asIntN(INT64_BITS, value) ? value : null;
}

function matchNumber(key: string, bound: string, holds: (label: bigint, bound: bigint) => boolean) {
  const limit = parseInt64(bound);
  if (limit === null) return null;
  return (labels: Maybe<Labels>): boolean => {
    const number = parseInt64(labelOf(labels, key) ?? '');
    return number !== null && holds(number, limit);
  };
}

/**
 * The matcher of a requirement, or null when Kubernetes would not parse it. Gt and Lt exist for nodes only; label
 * selectors refuse them before they come here.
 */
export function compileRequirement(requirement: SelectorRequirement): LabelMatcher | null {
  // A manifest may leave out anything; Go then reads the empty text.
  const key = requirement.key ?? '';
  const values = requirement.values ?? [];
  if (qualifiedNameProblems(key).length > 0) return null;
  if (values.some((value) => labelValueProblems(value).length > 0)) return null;
  const [first] = values;
  const { operator } = requirement;
  switch (operator) {
    case 'In':
    case 'NotIn': {
      if (first === undefined) return null;
      const wanted = operator === 'In';
      const set = new Set(values);
      return (labels) => {
        const label = labelOf(labels, key);
        // A label that is not there is in no set: In fails, NotIn holds.
        return label === undefined ? !wanted : set.has(label) === wanted;
      };
    }
    case 'Exists':
      return values.length > 0 ? null : (labels) => labelOf(labels, key) !== undefined;
    case 'DoesNotExist':
      return values.length > 0 ? null : (labels) => labelOf(labels, key) === undefined;
    case 'Gt':
    case 'Lt':
      if (first === undefined || values.length > 1) return null;
      return matchNumber(key, first, operator === 'Gt' ? (a, b) => a > b : (a, b) => a < b);
    default:
      return null;
  }
}
