/** How a scheduler treats us beside what it asks: what it sends, how long it waits, and what it does without an answer. */
import type { JsonObject } from '../../../json/object.ts';
import { failure, type Line, orOk, warning } from '../line.ts';

/** Kubernetes' own, where none is written (pkg/scheduler/extender.go, DefaultExtenderTimeout). */
const DEFAULT_TIMEOUT_SECONDS = 5;
/** Less, and a busy moment costs a daemon its place; more, and a lost replica holds up every pod for so long. */
const SHORTEST_TIMEOUT_SECONDS = 1;
const LONGEST_TIMEOUT_SECONDS = 5;

export function settingLines(
  place: string,
  entry: JsonObject,
  { takesWholeNodes }: { readonly takesWholeNodes: boolean },
): readonly Line[] {
  const seconds = timeoutSeconds(entry.httpTimeout);
  const lines = [
    ...(isTrue(entry.nodeCacheCapable) || takesWholeNodes
      ? []
      : [
          failure(
            'extender-settings',
            `${place}: without nodeCacheCapable it sends whole nodes, which are refused`,
          ),
        ]),
    ...(isTrue(entry.ignorable)
      ? []
      : [
          warning(
            'extender-settings',
            `${place}: without ignorable no pod is placed while Daemonward is down`,
          ),
        ]),
    ...(hasManagedResources(entry)
      ? [
          warning(
            'extender-settings',
            `${place}: with managedResources it asks only about pods that want those`,
          ),
        ]
      : []),
    ...(Number(entry.weight ?? 0) <= 0 && (entry.prioritizeVerb ?? '') !== ''
      ? [failure('extender-settings', `${place}: with prioritizeVerb, weight must be above 0`)]
      : []),
    ...(seconds < SHORTEST_TIMEOUT_SECONDS || seconds > LONGEST_TIMEOUT_SECONDS
      ? [
          warning(
            'extender-settings',
            `${place}: httpTimeout is ${seconds} s, and ${SHORTEST_TIMEOUT_SECONDS} to ${LONGEST_TIMEOUT_SECONDS} s do no harm`,
          ),
        ]
      : []),
  ];
  return orOk(lines, 'extender-settings', `httpTimeout ${seconds} s, ignorable, by names of nodes`);
}

export function isTrue(value: unknown): boolean {
  return value === true;
}

const UNITS: Readonly<Record<string, number>> = { ms: 0.001, s: 1, m: 60, h: 3_600 };
const NANOSECONDS = 1_000_000_000;

/** Go's durations (`2s`, `1m30s`), or nanoseconds as Arktos has them. */
function timeoutSeconds(value: unknown): number {
  if (typeof value === 'number' && value > 0) return value / NANOSECONDS;
  const parts = typeof value === 'string' ? [...value.matchAll(/([\d.]+)(ms|s|m|h)/g)] : [];
  const sum = parts.reduce((total, [, amount, unit = '']) => total + Number(amount) * (UNITS[unit] ?? 0), 0);
  return sum > 0 ? sum : DEFAULT_TIMEOUT_SECONDS;
}

/** Then it asks only about pods that want one of them. */
export function hasManagedResources({ managedResources }: JsonObject): boolean {
  return Array.isArray(managedResources) && managedResources.length > 0;
}
