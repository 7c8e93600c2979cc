/** The validating hook's answer to a review of the usual size, without the sockets. */
import { admissionDoors } from '../../src/admission/door.ts';
import { loadSnapshot } from '../../src/cluster/snapshot/snapshot.ts';
import { defaultConfiguration, exampleSnapshot } from '../../src/config/schema/schema.ts';
import { policySettings } from '../../src/policy/settings.ts';
import { daemonSet, reviewOf } from '../http/reviews.ts';
import type { Effort } from './effort.ts';
import { inProcess, JSON_PARSE, LIMITS } from './in-process.ts';
import type { Row } from './result.ts';

/** What makes most objects as large as they are. */
export const ANNOTATIONS = Object.fromEntries(
  Array.from({ length: 60 }, (_, index) => [`example.com/key-${index}`, 'x'.repeat(50)]),
);

export async function validatedReview(effort: Effort): Promise<Row[]> {
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
  const contest = {
    what: 'validate a review, without the sockets',
    bodies: [Buffer.from(JSON.stringify(reviewOf({ object })))],
    work: (body: Buffer) => validate?.(body),
    others: LIMITS,
    goals: { [JSON_PARSE.name]: null },
  };
  return [await inProcess(contest, effort)];
}
