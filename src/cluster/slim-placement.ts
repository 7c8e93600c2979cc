/** Projects the part of a pod spec that says where the pod may go. */
import type { NodeSelectorTerm, SelectorRequirement, Toleration } from '../kube/objects.ts';
import {
  FieldError,
  flagAt,
  isObject,
  type JsonObject,
  labelsAt,
  listAt,
  objectAt,
  textAt,
} from './fields.ts';
import type { Placement } from './records.ts';
import type { ShareText } from './sharing.ts';

const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution';

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null;
}

export function requirementsAt(value: unknown, path: string, share: ShareText): SelectorRequirement[] {
  return listAt(value, path).map((entry, index) => {
    const at = `${path}[${index}]`;
    const requirement = objectAt(entry, at);
    const values = listAt(requirement.values, `${at}.values`);
    return {
      key: share(textAt(requirement.key, `${at}.key`)),
      operator: share(textAt(requirement.operator, `${at}.operator`)),
      ...(values.length > 0 && {
        values: values.map((text, i) => share(textAt(text, `${at}.values[${i}]`))),
      }),
    };
  });
}

function termsAt(value: unknown, path: string, share: ShareText): NodeSelectorTerm[] {
  return listAt(value, path).map((entry, index) => {
    const at = `${path}[${index}]`;
    const term = objectAt(entry, at);
    const expressions = requirementsAt(term.matchExpressions, `${at}.matchExpressions`, share);
    const fields = requirementsAt(term.matchFields, `${at}.matchFields`, share);
    return {
      ...(expressions.length > 0 && { matchExpressions: expressions }),
      ...(fields.length > 0 && { matchFields: fields }),
    };
  });
}

/** For how long a taint is tolerated once the pod runs says nothing about where it may go. */
function tolerationsAt(value: unknown, path: string, share: ShareText): Toleration[] {
  return listAt(value, path).map((entry, index) => {
    const at = `${path}[${index}]`;
    const toleration = objectAt(entry, at);
    const part = (name: 'key' | 'operator' | 'value' | 'effect') =>
      share(textAt(toleration[name], `${at}.${name}`));
    const [key, operator, text, effect] = [part('key'), part('operator'), part('value'), part('effect')];
    return {
      ...(key !== '' && { key }),
      ...(operator !== '' && { operator }),
      ...(text !== '' && { value: text }),
      ...(effect !== '' && { effect }),
    };
  });
}

/** Only required node affinity: preferences and pod affinity are the scheduler's own business. */
function affinityAt(value: unknown, path: string, share: ShareText): Placement['affinity'] {
  const nodeAffinity = objectAt(objectAt(value, path).nodeAffinity, `${path}.nodeAffinity`);
  const required = nodeAffinity[REQUIRED];
  if (!isSet(required)) return undefined;
  const at = `${path}.nodeAffinity.${REQUIRED}`;
  if (!isObject(required)) throw new FieldError(at, 'is not an object');
  const nodeSelectorTerms = termsAt(required.nodeSelectorTerms, `${at}.nodeSelectorTerms`, share);
  return { nodeAffinity: { [REQUIRED]: { nodeSelectorTerms } } };
}

/** What is not set is left out, so that equal placements look equal. */
export function placementAt(spec: JsonObject, path: string, share: ShareText): Placement {
  const nodeName = share(textAt(spec.nodeName, `${path}.nodeName`));
  const affinity = affinityAt(spec.affinity, `${path}.affinity`, share);
  const nodeSelector = labelsAt(spec.nodeSelector, `${path}.nodeSelector`, share);
  const tolerations = tolerationsAt(spec.tolerations, `${path}.tolerations`, share);
  return {
    ...(nodeName !== '' && { nodeName }),
    ...(Object.keys(nodeSelector).length > 0 && { nodeSelector }),
    ...(affinity !== undefined && { affinity }),
    ...(tolerations.length > 0 && { tolerations }),
    ...(flagAt(spec.hostNetwork, `${path}.hostNetwork`) && { hostNetwork: true }),
  };
}
