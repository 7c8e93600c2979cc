/** The thread that reads large calls of the scheduler, and leaves the deciding to the one that has the view. */
import { workerData } from 'node:worker_threads';
import type { Parsed } from '../../json/problem.ts';
import { type CallDigest, callDigester, type DigestOptions } from '../../scheduler/wire/call-digest.ts';
import { serveJobs } from './jobs.ts';

export interface CallJob {
  readonly path: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

const options: DigestOptions = workerData;
const digest = callDigester(options);

serveJobs<CallJob, Parsed<CallDigest>>(({ path, bytes: { buffer, byteOffset, length } }) => {
  const result = digest(path, Buffer.from(buffer, byteOffset, length));
  const memory = result.ok ? memoryOf(result.value) : [];
  return { result, transfer: memory.filter((part) => part instanceof ArrayBuffer) };
});

function memoryOf(digested: CallDigest): ArrayBufferLike[] {
  switch (digested.kind) {
    case 'names':
      return [digested.bytes.buffer, digested.starts.buffer, digested.ends.buffer, digested.hashes.buffer];
    case 'lists':
      return digested.nodes === null ? [] : [digested.nodes.raw.buffer];
    case 'preemption':
      return [digested.bytes.buffer];
  }
}
