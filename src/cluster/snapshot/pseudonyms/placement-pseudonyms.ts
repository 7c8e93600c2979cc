/** Pseudonyms in what says where a pod may go, and how much it asks for. */
import { NODE_NAME_FIELD } from '../../../kube/matching/node-affinity.ts';
import type {
  Labels,
  Maybe,
  NodeSelectorTerm,
  ResourceList,
  SelectorRequirement,
  Taint,
  Toleration,
} from '../../../kube/objects.ts';
import type { PodResources, Resources } from '../../../kube/resources/requests.ts';
import type { Placement, SlimSelector } from '../../records.ts';
import type { Pseudonyms } from './pseudonyms.ts';

export function labelPseudonyms(labels: Labels, names: Pseudonyms): Labels {
  return Object.fromEntries(
    Object.entries(labels).map(([key, value]) => [key, names.labelValue(key, String(value))]),
  );
}

function requirementPseudonyms(
  { key, operator, values }: SelectorRequirement,
  names: Pseudonyms,
): SelectorRequirement {
  return {
    key,
    operator,
    ...(values && { values: values.map((value) => names.labelValue(key ?? '', value)) }),
  };
}

export function selectorPseudonyms(
  { matchLabels, matchExpressions }: SlimSelector,
  names: Pseudonyms,
): SlimSelector {
  return {
    matchLabels: labelPseudonyms(matchLabels, names),
    matchExpressions: matchExpressions.map((each) => requirementPseudonyms(each, names)),
  };
}

export function taintPseudonyms({ key, value, effect }: Taint, names: Pseudonyms): Taint {
  return { key, ...(value && { value: names.labelValue('', value) }), effect };
}

export function placementPseudonyms(placement: Placement, names: Pseudonyms): Placement {
  const { nodeName, nodeSelector, affinity, tolerations, hostNetwork } = placement;
  const required = affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
  const terms = required?.nodeSelectorTerms ?? [];
  return {
    ...(nodeName && { nodeName: names.node(nodeName) }),
    ...(nodeSelector && { nodeSelector: labelPseudonyms(nodeSelector, names) }),
    ...(required && {
      affinity: {
        nodeAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: {
            nodeSelectorTerms: terms.map((term) => termPseudonyms(term, names)),
          },
        },
      },
    }),
    ...(tolerations && { tolerations: tolerations.map((each) => tolerationPseudonyms(each, names)) }),
    ...(hostNetwork && { hostNetwork }),
  };
}

function termPseudonyms(
  { matchExpressions, matchFields }: NodeSelectorTerm,
  names: Pseudonyms,
): NodeSelectorTerm {
  const fields = matchFields?.map(({ key, operator, values }) => {
    const named = values?.map((value) => (key === NODE_NAME_FIELD ? names.node(value) : value));
    return { key, operator, ...(named && { values: named }) };
  });
  return {
    ...(matchExpressions && {
      matchExpressions: matchExpressions.map((each) => requirementPseudonyms(each, names)),
    }),
    ...(fields && { matchFields: fields }),
  };
}

function tolerationPseudonyms({ key, operator, value, effect }: Toleration, names: Pseudonyms): Toleration {
  return {
    ...(key && { key }),
    ...(operator && { operator }),
    ...(value && { value: names.labelValue('', value) }),
    ...(effect && { effect }),
  };
}

export function amountPseudonyms(amounts: Resources, names: Pseudonyms): Resources {
  return new Map(Array.from(amounts, ([resource, amount]) => [names.resource(resource), amount]));
}

export function listPseudonyms(list: ResourceList, names: Pseudonyms): ResourceList {
  return Object.fromEntries(
    Object.entries(list).map(([resource, amount]) => [names.resource(resource), amount]),
  );
}

interface HasResources {
  readonly restartPolicy?: Maybe<string>;
  readonly resources?: Maybe<{
    readonly requests?: Maybe<ResourceList>;
    readonly limits?: Maybe<ResourceList>;
  }>;
}

export function resourcePseudonyms(resources: PodResources, names: Pseudonyms): PodResources {
  const lists = ({ requests, limits }: NonNullable<HasResources['resources']>) => ({
    ...(requests && { requests: listPseudonyms(requests, names) }),
    ...(limits && { limits: listPseudonyms(limits, names) }),
  });
  const part = ({ restartPolicy, resources: own }: HasResources) => ({
    ...(restartPolicy && { restartPolicy }),
    ...(own && { resources: lists(own) }),
  });
  const { containers, initContainers, overhead, resources: ofPod, virtualMachine, workloadInfo } = resources;
  return {
    ...(containers && { containers: containers.map(part) }),
    ...(initContainers && { initContainers: initContainers.map(part) }),
    ...(overhead && { overhead: listPseudonyms(overhead, names) }),
    ...(ofPod && { resources: lists(ofPod) }),
    ...(virtualMachine && { virtualMachine: part(virtualMachine) }),
    ...(workloadInfo && { workloadInfo: workloadInfo.map(part) }),
  };
}
