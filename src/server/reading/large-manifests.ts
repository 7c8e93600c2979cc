/** Manifests that are read in a thread of their own, because they are large. */
import { daemonSetsIn, type FoundDaemonSets } from '../../check/manifest/daemon-sets.ts';
import type { Caller } from '../http/caller.ts';
import type { ManifestJob } from './manifest-reader.ts';
import { ReadingThread } from './reading-thread.ts';

/** A DaemonSet has some 5 KB of YAML, which are read in five milliseconds. */
const LARGE_MANIFEST_BYTES = 16 * 1024;

export interface Manifests {
  daemonSetsIn(bytes: Buffer<ArrayBuffer>, caller: Caller): Promise<FoundDaemonSets>;
  stop(): Promise<void>;
}

export function manifestReader(ended: (error: Error) => void): Manifests {
  const thread = new ReadingThread<ManifestJob, FoundDaemonSets>({
    reader: 'manifest-reader',
    ended,
    data: () => ({ data: {}, transfer: [] }),
    message: (job) => job,
  });
  return {
    daemonSetsIn: async (bytes, caller) =>
      bytes.length > LARGE_MANIFEST_BYTES
        ? thread.read({ bytes }, caller)
        : daemonSetsIn(new TextDecoder().decode(bytes)),
    stop: () => thread.stop(),
  };
}
