/** The manifest of the kubectl plugin for krew: made of the same words as the rest, with what only a release knows left open. */
import { stringify } from 'yaml';
import { VERSION } from '../src/config/identity.ts';

export interface Release {
  /** Where the archive of the single-file build can be fetched. */
  readonly uri: string;
  /** Of that archive. */
  readonly sha256: string;
}

/** For `envsubst`, and for who reads it: build/krew.ts fills them in. */
export const OPEN: Release = { uri: '$URI', sha256: '$SHA256' };

/** What lies in the archive, and what krew links as `kubectl-daemonward`. */
export const ARCHIVED = { program: 'daemonward.mjs', licence: 'LICENSE' } as const;

/** krew wants a program that can be started as it is: `#!` does that everywhere but on Windows. */
const SYSTEMS = ['linux', 'darwin'];

export function krewManifest({ uri, sha256 }: Release): string {
  return stringify(
    {
      apiVersion: 'krew.googlecontainertools.github.com/v1alpha2',
      kind: 'Plugin',
      metadata: { name: 'daemonward' },
      spec: {
        version: `v${VERSION}`,
        shortDescription: 'Checks and explains DaemonSets and their rules',
        description:
          'Checks manifests by the rules of the Daemonward webhooks and of the API server, without a cluster, and installs, ' +
          'registers and removes Daemonward in one.',
        caveats: 'Needs Node 22.19 or newer on the PATH.',
        platforms: SYSTEMS.map((os) => ({
          selector: { matchLabels: { os } },
          uri,
          sha256,
          files: Object.values(ARCHIVED).map((from) => ({ from, to: '.' })),
          bin: ARCHIVED.program,
        })),
      },
    },
    { lineWidth: 0 },
  );
}
