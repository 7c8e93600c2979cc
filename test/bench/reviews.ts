/** The validating hook's answer to a review of the usual size, without the sockets. */
import { admissionDoors } from '../../src/admission/door.ts';
import { loadSnapshot } from '../../src/cluster/snapshot/snapshot.ts';
import { defaultConfiguration, exampleSnapshot } from '../../src/config/schema/schema.ts';
import { policySettings } from '../../src/policy/settings.ts';
import { daemonSet, reviewOf } from '../http/reviews.ts';
import type { Comparison } from './ratio.ts';

/** What makes most objects as large as they are. */
export const ANNOTATIONS = Object.fromEntries(
  Array.from({ length: 60 }, (_, index) => [`example.com/key-${index}`, 'x'.repeat(50)]),
);

export function validatedReview(): Omit<Comparison, 'against'> {
  const settings = policySettings(defaultConfiguration());
  const doors = admissionDoors({
    settings: () => settings,
    view: loadSnapshot([exampleSnapshot]).store.within(''),
    now: () => new Date(),
    observe: () => {},
  });
  const validate = doors.get('/validate/daemonsets');
  const agent = daemonSet();
  const object = { ...agent, metadata: { ...agent.metadata, annotations: ANNOTATIONS } };
  return {
    what: 'validate, a review of 5 KB',
    bodies: [Buffer.from(JSON.stringify(reviewOf({ object })))],
    work: (body) => validate?.(body),
  };
}
