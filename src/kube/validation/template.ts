/** The rules for a pod template, as far as Daemonward reads it. */
import { dnsSubdomainProblems } from '../metadata/names.ts';
import type { Maybe, PodSpec, PodTemplate } from '../objects.ts';
import {
  type FieldError,
  forbidden,
  invalid,
  invalidForEach,
  notSupported,
  required,
} from './field-error.ts';
import { validateLabelling, validateLabels } from './labelling.ts';
import { validateNodeAffinity } from './node-affinity.ts';
import { validateTolerations } from './toleration.ts';

const RESTART_POLICIES = ['Always', 'OnFailure', 'Never'];
const PREEMPTION_POLICIES = ['PreemptLowerPriority', 'Never'];
/** A deadline is an int32 of at least one second. */
const MIN_DEADLINE_SECONDS = 1;
const MAX_DEADLINE_SECONDS = 2 ** 31 - 1;

function validateRestartPolicy(policy: Maybe<string>, field: string): FieldError[] {
  if (!policy) return [required(field, 'must be given')];
  return RESTART_POLICIES.includes(policy) ? [] : [notSupported(field, policy, RESTART_POLICIES)];
}

function validateDeadline(seconds: Maybe<number>, field: string): FieldError[] {
  if (seconds === null || seconds === undefined) return [];
  if (seconds >= MIN_DEADLINE_SECONDS && seconds <= MAX_DEADLINE_SECONDS) return [];
  return [invalid(field, seconds, `must be from ${MIN_DEADLINE_SECONDS} to ${MAX_DEADLINE_SECONDS}`)];
}

function validatePreemptionPolicy(policy: Maybe<string>, field: string): FieldError[] {
  if (policy === null || policy === undefined) return [];
  if (policy === '') return [required(field, 'must not be empty')];
  return PREEMPTION_POLICIES.includes(policy) ? [] : [notSupported(field, policy, PREEMPTION_POLICIES)];
}

function validateOptionalName(name: Maybe<string>, field: string): FieldError[] {
  return name ? invalidForEach(field, name, dnsSubdomainProblems(name)) : [];
}

/** What a rule reads of a pod; the rest is in pod/. */
export function validatePodSpec(spec: PodSpec, field: string, allowInvalidValues: boolean): FieldError[] {
  const affinity = spec.affinity?.nodeAffinity;
  return [
    ...(spec.containers?.length ? [] : [required(`${field}.containers`, 'must have at least one container')]),
    ...validateRestartPolicy(spec.restartPolicy, `${field}.restartPolicy`),
    ...validateLabels(spec.nodeSelector, `${field}.nodeSelector`),
    ...validateNodeAffinity(affinity, `${field}.affinity.nodeAffinity`, allowInvalidValues),
    ...validateOptionalName(spec.nodeName, `${field}.nodeName`),
    ...validateDeadline(spec.activeDeadlineSeconds, `${field}.activeDeadlineSeconds`),
    ...validateTolerations(spec.tolerations, `${field}.tolerations`),
    ...validateOptionalName(spec.priorityClassName, `${field}.priorityClassName`),
    ...validatePreemptionPolicy(spec.preemptionPolicy, `${field}.preemptionPolicy`),
  ];
}

/**
 * Every error of a template. Labels and annotations stand at `<field>.labels`, without `metadata`: Kubernetes' path. Bad
 * values in required node affinity are tolerated on update, when the stored object has some already.
 */
export function validateTemplate(
  template: Maybe<PodTemplate>,
  field: string,
  allowInvalidAffinityValues: boolean,
): FieldError[] {
  const spec = template?.spec ?? {};
  return [
    ...validateLabelling(template?.metadata, field),
    ...validatePodSpec(spec, `${field}.spec`, allowInvalidAffinityValues),
    ...(spec.ephemeralContainers?.length
      ? [forbidden(`${field}.spec.ephemeralContainers`, 'ephemeral containers are not allowed in a template')]
      : []),
  ];
}
