/** How long it took until pods were bound, by the events that the API server sent. */
import type { PodEvent, PodWatch } from './pod-watch.ts';

export type WhichPods = (event: PodEvent) => boolean;

function keyOf({ object }: PodEvent): string {
  return `${object.metadata?.namespace}/${object.metadata?.name}`;
}

/** Those that have been bound. */
export function boundPods({ events }: PodWatch, which: WhichPods): ReadonlySet<string> {
  return new Set(events.filter((event) => event.object.spec.nodeName && which(event)).map(keyOf));
}

/** From the first that was made to the last that was bound. */
export function secondsToPlace({ events }: PodWatch, which: WhichPods): number {
  const ours = events.filter(which);
  const begin = Math.min(...ours.map(({ at }) => at));
  const seen = new Set<string>();
  let end = begin;
  for (const event of ours) {
    if (!event.object.spec.nodeName || seen.has(keyOf(event))) continue;
    seen.add(keyOf(event));
    end = Math.max(end, event.at);
  }
  return (end - begin) / 1000;
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
