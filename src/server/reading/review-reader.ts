/** The thread that answers large reviews, from the bytes to the text: by the same doors as the small ones. */
import { workerData } from 'node:worker_threads';
import { admissionDoors } from '../../admission/door.ts';
import { type ShortEvent, shortened } from '../../admission/short-event.ts';
import type { Parsed } from '../../json/problem.ts';
import type { PolicySettings } from '../../policy/settings.ts';
import { askedCluster } from './asked-cluster.ts';
import { serveJobs } from './jobs.ts';
import type { Line } from './questions.ts';

export interface ReviewReaderData extends Line {
  readonly settings: PolicySettings;
}

export interface ReviewJob {
  readonly path: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Where they are others than those of the last job. */
  readonly settings?: PolicySettings | undefined;
}

export interface ReadReview {
  readonly answer: Parsed<string>;
  readonly event: ShortEvent | undefined;
}

const { settings, ...line }: ReviewReaderData = workerData;

let current = settings;
let observed: ShortEvent | undefined;
const doors = admissionDoors({
  settings: () => current,
  ...askedCluster(line),
  now: () => new Date(),
  observe: (event) => {
    observed = shortened(event);
  },
});

serveJobs<ReviewJob, ReadReview>(({ path, bytes: { buffer, byteOffset, length }, ...job }) => {
  current = job.settings ?? current;
  observed = undefined;
  const answer = doors.get(path)?.(Buffer.from(buffer, byteOffset, length));
  if (answer === undefined) throw new Error(`there is no door ${path}`);
  return { result: { answer, event: observed }, transfer: [] };
});
