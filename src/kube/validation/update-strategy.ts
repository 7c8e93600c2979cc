/** The update strategy of a DaemonSet: which type, and how many pods at once. */
import type { DaemonSetSpec, Maybe } from '../objects.ts';
import { type FieldError, invalid, notSupported, required, validateNonNegative } from './field-error.ts';

export type UpdateStrategy = NonNullable<DaemonSetSpec['updateStrategy']>;

const STRATEGY_TYPES = ['RollingUpdate', 'OnDelete'];
const PERCENT = /^[0-9]+%$/;
const INTEGER = /^[+-]?[0-9]+$/;
const MAX_PERCENT = 100;

/** The percentage, or null when it is not written as one. */
function percentOf(count: number | string): number | null {
  return typeof count === 'string' && PERCENT.test(count) ? Number(count.slice(0, -1)) : null;
}

/** What Kubernetes takes text for that is no percentage: a number, else zero. It is refused anyway, but still compared. */
function numberOf(count: number | string): number {
  if (typeof count === 'number') return count;
  return percentOf(count) ?? (INTEGER.test(count) ? Number(count) : 0);
}

function validateCount(count: number | string, field: string): FieldError[] {
  if (typeof count === 'number') return validateNonNegative(count, field);
  const percent = percentOf(count);
  if (percent === null) return [invalid(field, count, 'must be an integer or a percentage such as 5%')];
  return percent > MAX_PERCENT ? [invalid(field, count, 'must not be more than 100%')] : [];
}

function validateRollingUpdate(
  rollingUpdate: NonNullable<UpdateStrategy['rollingUpdate']>,
  field: string,
): FieldError[] {
  const maxUnavailable = rollingUpdate.maxUnavailable ?? 0;
  const maxSurge = rollingUpdate.maxSurge ?? 0;
  const errors = [
    ...validateCount(maxUnavailable, `${field}.maxUnavailable`),
    ...validateCount(maxSurge, `${field}.maxSurge`),
  ];
  const hasUnavailable = numberOf(maxUnavailable) !== 0;
  const hasSurge = numberOf(maxSurge) !== 0;
  if (hasUnavailable && hasSurge) {
    errors.push(invalid(`${field}.maxSurge`, maxSurge, 'must be 0 when maxUnavailable is not 0'));
  }
  if (!hasUnavailable && !hasSurge) {
    errors.push(required(`${field}.maxUnavailable`, 'must not be 0 when maxSurge is 0'));
  }
  return errors;
}

/** Every error of a strategy, after defaulting. A rollingUpdate beside another type is not looked at. */
export function validateUpdateStrategy(strategy: Maybe<UpdateStrategy>, field: string): FieldError[] {
  const type = strategy?.type ?? '';
  if (!STRATEGY_TYPES.includes(type)) return [notSupported(field, strategy, STRATEGY_TYPES)];
  if (type !== 'RollingUpdate') return [];
  const rollingUpdate = strategy?.rollingUpdate;
  if (!rollingUpdate) return [required(`${field}.rollingUpdate`, 'must be given for RollingUpdate')];
  return validateRollingUpdate(rollingUpdate, `${field}.rollingUpdate`);
}
