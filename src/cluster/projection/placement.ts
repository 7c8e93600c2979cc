/** Projects where a pod may go. What is not set is left out, so that equal placements look equal. */
import type { NodeSelectorTerm, SelectorRequirement, Toleration } from '../../kube/objects.ts';
import type { Placement } from '../records.ts';
import type { Fields } from './fields.ts';

const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution';

export function requirementsOf(fields: Fields, name: string): SelectorRequirement[] {
  return fields.objects(name).map((requirement) => {
    const values = requirement.texts('values');
    return {
      key: requirement.shared('key'),
      operator: requirement.shared('operator'),
      ...(values.length > 0 && { values }),
    };
  });
}

function termOf(term: Fields): NodeSelectorTerm {
  const matchExpressions = requirementsOf(term, 'matchExpressions');
  const matchFields = requirementsOf(term, 'matchFields');
  return {
    ...(matchExpressions.length > 0 && { matchExpressions }),
    ...(matchFields.length > 0 && { matchFields }),
  };
}

/** For how long a taint is tolerated once the pod runs says nothing about where it may go. */
function tolerationOf(toleration: Fields): Toleration {
  const key = toleration.shared('key');
  const operator = toleration.shared('operator');
  const value = toleration.shared('value');
  const effect = toleration.shared('effect');
  return {
    ...(key !== '' && { key }),
    ...(operator !== '' && { operator }),
    ...(value !== '' && { value }),
    ...(effect !== '' && { effect }),
  };
}

/** Only required node affinity: preferences and pod affinity are the scheduler's own business. */
function affinityOf(spec: Fields): Placement['affinity'] {
  const nodeAffinity = spec.object('affinity').object('nodeAffinity');
  if (!nodeAffinity.isSet(REQUIRED)) return undefined;
  const nodeSelectorTerms = nodeAffinity.object(REQUIRED).objects('nodeSelectorTerms').map(termOf);
  return { nodeAffinity: { [REQUIRED]: { nodeSelectorTerms } } };
}

export function placementOf(spec: Fields): Placement {
  const nodeName = spec.shared('nodeName');
  const affinity = affinityOf(spec);
  const nodeSelector = spec.labels('nodeSelector');
  const tolerations = spec.objects('tolerations').map(tolerationOf);
  return {
    ...(nodeName !== '' && { nodeName }),
    ...(Object.keys(nodeSelector).length > 0 && { nodeSelector }),
    ...(affinity !== undefined && { affinity }),
    ...(tolerations.length > 0 && { tolerations }),
    ...(spec.flag('hostNetwork') && { hostNetwork: true }),
  };
}
