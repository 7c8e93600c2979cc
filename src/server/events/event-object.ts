/** An Event of the core group, which every version has, Arktos too, and which kubectl describe reads. */
import { createHash } from 'node:crypto';
import type { JsonObject } from '../../json/object.ts';
import type { BookedEvent } from './event-book.ts';

const COMPONENT = 'daemonward';

/** A name may have 253 characters; the rest of it is a dot and this many digits. */
const LONGEST_NAME = 200;
const DIGITS = 16;

/** `instance` tells replicas apart: each has its own events, and none waits for another. */
export function eventObject(event: BookedEvent, instance: string): JsonObject {
  const { note, count, first, last } = event;
  const { about, type, reason, action, message } = note;
  const { apiVersion, kind, namespace, name, uid } = about;
  return {
    apiVersion: 'v1',
    kind: 'Event',
    metadata: { name: eventName(event, instance), namespace },
    involvedObject: { apiVersion, kind, namespace, name, ...(uid !== '' && { uid }) },
    type,
    reason,
    action,
    message,
    count,
    firstTimestamp: seconds(first),
    lastTimestamp: seconds(last),
    source: { component: COMPONENT },
    reportingComponent: COMPONENT,
    reportingInstance: instance,
  };
}

/** What changes when the same happens again. */
export function eventChange({ note, count, last }: BookedEvent): JsonObject {
  return { count, lastTimestamp: seconds(last), message: note.message };
}

/** The same for the whole life of the event. Who is refused for his name has one that no object can have. */
export function eventName({ note, first }: BookedEvent, instance: string): string {
  const { about, reason } = note;
  const plain = about.name
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]/g, '-')
    .slice(0, LONGEST_NAME)
    .replaceAll(/^-+|-+$/g, '');
  const identity = JSON.stringify([about.kind, about.name, about.uid, reason, first, instance]);
  const hash = createHash('sha256').update(identity).digest('hex').slice(0, DIGITS);
  return `${plain || COMPONENT}.${hash}`;
}

/** A Time has no fractions. */
function seconds(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace(/\.\d+Z$/, 'Z');
}
