/** What the objects of a snapshot have in common: fields that are left out when they say nothing, times and amounts. */
import type { JsonObject } from '../../json/object.ts';
import type { Resources } from '../../kube/resources/requests.ts';
import type { SlimNamespace, SlimNode, SlimPod, SlimSelector } from '../records.ts';

const MS_PER_SECOND = 1000;

/** When it will be gone is not kept, only that it will. */
const TERMINATING = '1970-01-01T00:00:00Z';

export function isEmpty(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0;
  return value === undefined || value === '' || value === false;
}

/** Leaves out what is empty: the reader fills it in again. Only at the top, because a label may well be empty. */
export function filled(fields: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => !isEmpty(value)));
}

export function timeText(seconds: number | undefined): string {
  if (seconds === undefined) return '';
  return new Date(seconds * MS_PER_SECOND).toISOString().replace('.000Z', 'Z');
}

export function quantities(resources: Resources): JsonObject {
  const texts = Array.from(resources, ([name, amount]) => [name, `${amount}${name === 'cpu' ? 'm' : ''}`]);
  return Object.fromEntries(texts);
}

/** Each kind has a part of it. */
export function metadata(
  record: Partial<SlimPod & SlimNode & SlimNamespace>,
  more: JsonObject = {},
): JsonObject {
  const { namespace, name, tenant, uid, labels, annotations, terminating } = record;
  return filled({
    namespace,
    name,
    tenant,
    uid,
    deletionTimestamp: terminating ? TERMINATING : '',
    labels,
    annotations,
    ...more,
  });
}

export function selectorObject({ matchLabels, matchExpressions }: SlimSelector): JsonObject {
  return filled({ matchLabels, matchExpressions });
}
