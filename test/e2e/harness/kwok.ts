/** KWOK, which plays the kubelets: nodes stay Ready, and pods bound to them become Running. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments, stringify } from 'yaml';
import { STAGES } from '../controlplane/versions.ts';
import { kubeconfigFile } from './credentials.ts';
import { type Handle, programOf } from './handle.ts';
import type { Command } from './supervisor.ts';

/** A node or pod that carries this annotation is left as the test made it: not ready, or for ever Pending. */
export const BY_HAND = 'e2e.daemonward.dev/by-hand';

/** The default of 4 pods and 4 nodes at a time is for laptops with other things to do. */
const PARALLELISM = 16;

const LEFT_ALONE = { key: `.metadata.annotations["${BY_HAND}"]`, operator: 'DoesNotExist' };

/** The stages that bring something to life; those that delete go for every object. */
const COMING_ALIVE = ['node-initialize', 'pod-ready'];

/** KWOK's own stages, with the exception for what a test does by hand. */
export function stagesText(original: string): string {
  const documents = parseAllDocuments(original);
  for (const document of documents) {
    if (!COMING_ALIVE.includes(String(document.getIn(['metadata', 'name'])))) continue;
    document.addIn(['spec', 'selector', 'matchExpressions'], document.createNode(LEFT_ALONE));
  }
  return documents.map((document) => `---\n${document.toString({ directives: false })}`).join('');
}

function options(): string {
  return stringify({
    apiVersion: 'config.kwok.x-k8s.io/v1alpha1',
    kind: 'KwokConfiguration',
    options: {
      manageAllNodes: true,
      podPlayStageParallelism: PARALLELISM,
      nodePlayStageParallelism: PARALLELISM,
      // No leases: the controller manager is told not to wait for heartbeats.
      nodeLeaseDurationSeconds: 0,
    },
  });
}

export function kwokCommand({ programs, directory }: Handle, port: number): Command {
  const config = join(directory, 'kwok.yaml');
  writeFileSync(config, `${options()}${stagesText(readFileSync(programOf(programs, STAGES), 'utf8'))}`);
  return {
    name: 'kwok',
    command: programOf(programs, 'kwok'),
    args: [
      `--kubeconfig=${kubeconfigFile(directory, 'kwok')}`,
      `--config=${config}`,
      `--server-address=127.0.0.1:${port}`,
    ],
    // It reads and writes below its home; that is the test's folder, not the user's.
    env: { HOME: directory, KWOK_WORKDIR: join(directory, 'kwok') },
  };
}
