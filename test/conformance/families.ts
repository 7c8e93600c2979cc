/** The twelve families, each answered by the functions that the service itself uses. */
import { createProjector } from '../../src/cluster/projection/projector.ts';
import type { Placement, SlimPod } from '../../src/cluster/records.ts';
import { compileEligibility, type EligibleNode } from '../../src/daemons/eligibility.ts';
import { replacePin } from '../../src/daemons/pin.ts';
import { targetNode } from '../../src/daemons/target-node.ts';
import { withDaemonTolerations } from '../../src/daemons/tolerations.ts';
import { compileNodeAffinity, type NodeIdentity } from '../../src/kube/matching/node-affinity.ts';
import { compileLabelSelector } from '../../src/kube/matching/selectors.ts';
import type {
  Affinity,
  DaemonSet,
  LabelSelector,
  Labels,
  Maybe,
  PodSpec,
  PodStatus,
  Toleration,
} from '../../src/kube/objects.ts';
import { shortagesFor } from '../../src/kube/resources/fits.ts';
import { parseQuantity } from '../../src/kube/resources/quantity.ts';
import { podRequests } from '../../src/kube/resources/requests.ts';
import { validateDaemonSet, validateDaemonSetUpdate } from '../../src/kube/validation/daemonset.ts';
import type { FieldError } from '../../src/kube/validation/field-error.ts';
import { validateLabelSelector } from '../../src/kube/validation/selector.ts';
import { defaultDaemonSet } from '../../src/kube/workloads/daemonset-defaults.ts';
import { type Family, family } from './family.ts';
import { isLeftOut } from './left-out.ts';
import { sumResources } from './sum-resources.ts';

/** As the watch brings a pod that has a node. */
function boundPod(spec: PodSpec, status: PodStatus): SlimPod {
  const metadata = { namespace: 'shop', name: 'web' };
  const projected = createProjector().pods({ metadata, spec: { ...spec, nodeName: 'node-1' }, status });
  if (!projected.ok) throw new Error(projected.error);
  return projected.record;
}

type ErrorName = Pick<FieldError, 'type' | 'field'>;

/** As a sorted list in which the same error may stand twice: missing, extra and repeated ones all show. */
function named(errors: readonly ErrorName[]): string[] {
  return errors
    .filter(({ field }) => !isLeftOut(field))
    .map(({ type, field }) => `${field} ${type}`)
    .sort();
}

const labelSelectors = family<{
  selector: Maybe<LabelSelector>;
  labels: Labels;
  errors: ErrorName[];
  matches: boolean | null;
}>({
  name: 'label-selectors',
  answers: ['errors', 'matches'],
  expect: ({ errors, matches }) => ({ errors: named(errors), matches }),
  answer: ({ selector, labels }) => ({
    errors: named(validateLabelSelector(selector, 'selector')),
    matches: compileLabelSelector(selector)?.(labels) ?? null,
  }),
});

const nodeAffinity = family<{
  nodeSelector: Maybe<Labels>;
  affinity: Maybe<Affinity>;
  node: NodeIdentity;
  matches: boolean;
}>({
  name: 'node-affinity',
  answers: ['matches'],
  // The quick and the explaining answer must never differ.
  expect: ({ matches }) => ({ matches, explained: !matches }),
  answer: ({ nodeSelector, affinity, node }) => {
    const matcher = compileNodeAffinity({ nodeSelector, affinity });
    return { matches: matcher.matches(node), explained: matcher.mismatch(node) !== null };
  },
});

const eligibility = family<{
  template: { spec: Placement };
  node: EligibleNode;
  shouldRun: boolean;
  shouldContinue: boolean;
}>({
  name: 'eligibility',
  answers: ['shouldRun', 'shouldContinue'],
  expect: ({ shouldRun, shouldContinue }) => ({
    shouldRun,
    shouldContinue,
    quick: shouldRun,
    explained: !shouldRun,
  }),
  answer: ({ template, node }) => {
    const compiled = compileEligibility(template.spec);
    const { shouldRun, shouldContinue, reason } = compiled.judge(node);
    return { shouldRun, shouldContinue, quick: compiled.shouldRun(node), explained: reason !== null };
  },
});

const daemonTolerations = family<{
  tolerations: Maybe<Toleration[]>;
  hostNetwork: boolean;
  result: Toleration[];
}>({
  name: 'daemon-tolerations',
  answers: ['result'],
  expect: ({ result }) => result,
  answer: withDaemonTolerations,
});

const pinAffinity = family<{ affinity: Maybe<Affinity>; node: string; result: Affinity }>({
  name: 'pin-affinity',
  answers: ['result'],
  expect: ({ result }) => result,
  answer: ({ affinity, node }) => replacePin(affinity, node),
});

const targetNodes = family<{ nodeName: string; affinity: Maybe<Affinity>; target: string | null }>({
  name: 'target-node',
  answers: ['target'],
  expect: ({ target }) => ({ target }),
  answer: (pod) => ({ target: targetNode(pod) }),
});

const daemonSetValidation = family<{ object: DaemonSet; errors: ErrorName[] }>({
  name: 'daemonset-validation',
  answers: ['errors'],
  expect: ({ errors }) => named(errors),
  answer: ({ object }) => named(validateDaemonSet(defaultDaemonSet(object))),
});

const daemonSetUpdate = family<{ object: DaemonSet; oldObject: DaemonSet; errors: ErrorName[] }>({
  name: 'daemonset-update',
  answers: ['errors'],
  expect: ({ errors }) => named(errors),
  answer: ({ object, oldObject }) =>
    named(validateDaemonSetUpdate(defaultDaemonSet(object), defaultDaemonSet(oldObject))),
});

const quantities = family<{ text: string; valid: boolean; milli?: string; value?: string }>({
  name: 'quantities',
  answers: ['valid', 'milli', 'value'],
  mayLack: ({ valid }, answer) => valid === false && answer !== 'valid',
  expect: ({ valid, milli, value }) => ({ valid, milli, value }),
  answer: ({ text }) => {
    const quantity = parseQuantity(text);
    return { valid: quantity !== null, ...quantity };
  },
});

const podRequestsFamily = family<{ spec: PodSpec; requests: Record<string, string> }>({
  name: 'pod-requests',
  answers: ['requests'],
  expect: ({ requests }) => requests,
  answer: ({ spec }) => Object.fromEntries(podRequests(spec)),
});

const boundPodRequests = family<{ spec: PodSpec; status: PodStatus; requests: Record<string, string> }>({
  name: 'bound-pod-requests',
  answers: ['requests'],
  // The formula, and the reader that leaves out of a status what says nothing new.
  expect: ({ requests }) => ({ requests, read: requests }),
  answer: ({ spec, status }) => ({
    requests: Object.fromEntries(podRequests(spec, status)),
    read: Object.fromEntries(boundPod(spec, status).requests),
  }),
});

const fits = family<{
  allocatable: Record<string, string>;
  placed: Maybe<PodSpec[]>;
  pod: PodSpec;
  insufficient: string[];
}>({
  name: 'fits',
  answers: ['insufficient'],
  expect: ({ insufficient }) => insufficient.toSorted(),
  answer: ({ allocatable, placed, pod }) => {
    const pods = placed ?? [];
    // Written in the scheduler's own units already: millicores and whole units.
    const capacity = new Map(Object.entries(allocatable).map(([name, text]) => [name, BigInt(text)]));
    const room = {
      allocatable: capacity,
      requested: sumResources(pods.map((placedPod) => podRequests(placedPod))),
      podCount: pods.length,
    };
    return shortagesFor(podRequests(pod))(room)
      .map(({ resource }) => resource)
      .sort();
  },
});

export const FAMILIES: readonly Family[] = [
  labelSelectors,
  nodeAffinity,
  eligibility,
  daemonTolerations,
  pinAffinity,
  targetNodes,
  daemonSetValidation,
  daemonSetUpdate,
  quantities,
  podRequestsFamily,
  boundPodRequests,
  fits,
];
