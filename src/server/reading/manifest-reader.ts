/** The thread that reads large manifests: a megabyte of YAML takes about a second. */
import { daemonSetsIn, type FoundDaemonSets } from '../../check/manifest/daemon-sets.ts';
import { serveJobs } from './jobs.ts';

export interface ManifestJob {
  readonly bytes: Uint8Array<ArrayBuffer>;
}

serveJobs<ManifestJob, FoundDaemonSets>(({ bytes }) => ({
  result: daemonSetsIn(new TextDecoder().decode(bytes)),
  transfer: [],
}));
