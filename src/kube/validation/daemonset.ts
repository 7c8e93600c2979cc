/**
 * The API server's rules for an apps/v1 DaemonSet: new, and changed. Give it defaulted objects. Written by hand, because
 * no schema of Kubernetes says them and no library has them; `npm run conformance` compares them with its own answers.
 */
import { compileLabelSelector, isEmptySelector } from '../matching/selectors.ts';
import type { DaemonSet, DaemonSetSpec, LabelSelector, Maybe, SelectorRequirement } from '../objects.ts';
import { type FieldError, forbidden, invalid, notSupported, validateNonNegative } from './field-error.ts';
import { validateMetadata, validateMetadataUpdate } from './metadata.ts';
import { hasInvalidRequiredValue } from './node-affinity.ts';
import { hasInvalidValue, validateLabelSelector } from './selector.ts';
import { validateTemplate } from './template.ts';
import { validateUpdateStrategy } from './update-strategy.ts';

interface Leniency {
  readonly selectorValues: boolean;
  readonly affinityValues: boolean;
}

const STRICT: Leniency = { selectorValues: false, affinityValues: false };

function leniencyFor(old: DaemonSetSpec): Leniency {
  return {
    selectorValues: hasInvalidValue(old.selector?.matchExpressions),
    affinityValues: hasInvalidRequiredValue(old.template?.spec?.affinity?.nodeAffinity),
  };
}

function validateSelector({ selector, template }: DaemonSetSpec, allowInvalidValues: boolean): FieldError[] {
  const errors = validateLabelSelector(selector, 'spec.selector', { allowInvalidValues });
  const labels = template?.metadata?.labels;
  const matches = compileLabelSelector(selector);
  if (matches !== null && !matches(labels)) {
    errors.push(invalid('spec.template.metadata.labels', labels, 'selector does not match these labels'));
  }
  if (selector && isEmptySelector(selector)) {
    errors.push(invalid('spec.selector', selector, 'must not be empty'));
  }
  return errors;
}

function validateSpec(spec: DaemonSetSpec, leniency: Leniency): FieldError[] {
  const pod = spec.template?.spec ?? {};
  const errors = [
    ...validateSelector(spec, leniency.selectorValues),
    ...validateTemplate(spec.template, 'spec.template', leniency.affinityValues),
  ];
  if (pod.restartPolicy !== 'Always') {
    errors.push(notSupported('spec.template.spec.restartPolicy', pod.restartPolicy, ['Always']));
  }
  if (pod.activeDeadlineSeconds !== null && pod.activeDeadlineSeconds !== undefined) {
    errors.push(forbidden('spec.template.spec.activeDeadlineSeconds', 'must not be set in a DaemonSet'));
  }
  return [
    ...errors,
    ...validateNonNegative(spec.minReadySeconds ?? 0, 'spec.minReadySeconds'),
    ...validateUpdateStrategy(spec.updateStrategy, 'spec.updateStrategy'),
    ...validateNonNegative(spec.revisionHistoryLimit ?? 0, 'spec.revisionHistoryLimit'),
  ];
}

/** Every error of a new DaemonSet, all at once. */
export function validateDaemonSet(daemonSet: DaemonSet): FieldError[] {
  return [...validateMetadata(daemonSet.metadata), ...validateSpec(daemonSet.spec ?? {}, STRICT)];
}

/** Key order does not count, the order of requirements and values does; null, missing and empty are the same. */
function canonicalSelector(selector: Maybe<LabelSelector>): string {
  if (!selector) return '';
  const canonicalRequirement = ({ key, operator, values }: SelectorRequirement): unknown[] => [
    key ?? '',
    operator ?? '',
    values ?? [],
  ];
  return JSON.stringify([
    Object.entries(selector.matchLabels ?? {}).sort(([a], [b]) => (a < b ? -1 : 1)),
    (selector.matchExpressions ?? []).map(canonicalRequirement),
  ]);
}

/** True when two selectors say the same; one that is not set differs from an empty one. */
export function sameSelector(a: Maybe<LabelSelector>, b: Maybe<LabelSelector>): boolean {
  return canonicalSelector(a) === canonicalSelector(b);
}

/**
 * Every error of a changed DaemonSet. The internal template generation is the API server's own affair. With
 * `tolerateStored` bad label values may stay that the stored object has already, as at a live API server: a rule that
 * came later must not lock people out of their own object.
 */
export function validateDaemonSetUpdate(
  daemonSet: DaemonSet,
  old: DaemonSet,
  { tolerateStored = false } = {},
): FieldError[] {
  const spec = daemonSet.spec ?? {};
  const oldSpec = old.spec ?? {};
  const errors = validateMetadataUpdate(daemonSet.metadata, old.metadata);
  if (!sameSelector(spec.selector, oldSpec.selector)) {
    errors.push(invalid('spec.selector', spec.selector, 'field is immutable'));
  }
  return [...errors, ...validateSpec(spec, tolerateStored ? leniencyFor(oldSpec) : STRICT)];
}
