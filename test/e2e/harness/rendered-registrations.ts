/** A control plane of a test's own for what `daemonward render` prints: those objects are the whole cluster's. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { daemonward } from '../../unit/cli/terminal.ts';
import { ApiError, type KubeObject } from './client.ts';
import { type ControlPlane, startControlPlane } from './control-plane.ts';
import { freePorts } from './free-ports.ts';
import { createNodes } from './nodes.ts';
import { waitFor } from './wait-for.ts';
import { daemonSetObject, daemonSetsPath } from './workloads.ts';

export const WORK = { pool: 'render' };

export interface RenderBench {
  readonly plane: ControlPlane;
  /** A URL where nobody listens. */
  readonly nobody: string;
  /** The path of an authority in PEM. */
  readonly ca: string;
  /** Writes a file and returns its path. */
  file(name: string, content: string): string;
  /** What `daemonward render` prints with these flags. */
  render(...args: readonly string[]): Promise<string>;
  /** With kubectl; the lines that it prints. */
  apply(text: string): Promise<string[]>;
  /** Why the API server does not take a new object; empty when it does. Nothing is made. */
  refusal(path: string, object: KubeObject): Promise<string>;
  newDaemonSet(namespace: string): Promise<string>;
  /** The API server takes up what is applied a moment later: waits until it answers a new DaemonSet so. */
  untilAnswered(namespace: string, isRight: (refusal: string) => boolean): Promise<string>;
  /** What the API server says of the types in a policy. */
  typeWarnings(policy: string): Promise<readonly unknown[]>;
  stop(): Promise<void>;
}

interface Policy extends KubeObject {
  metadata: { generation: number };
  status?: { observedGeneration?: number; typeChecking?: { expressionWarnings?: unknown[] } };
}

export async function startRenderBench(): Promise<RenderBench> {
  const folder = mkdtempSync(join(tmpdir(), 'daemonward-render-'));
  const plane = await startControlPlane({ controllerManager: true });
  await createNodes(plane.client(), 1, { namePrefix: WORK.pool });
  await daemonward('certs', '--directory', folder);
  const [port] = await freePorts(1);

  async function refusal(path: string, object: KubeObject): Promise<string> {
    try {
      await plane.client().create(`${path}?dryRun=All`, object);
      return '';
    } catch (error) {
      if (error instanceof ApiError) return error.message;
      throw error;
    }
  }

  const newDaemonSet = (namespace: string) =>
    refusal(daemonSetsPath(namespace), daemonSetObject('try-out', WORK));

  return {
    plane,
    nobody: `https://127.0.0.1:${port}`,
    ca: join(folder, 'ca.crt'),
    file(name, content) {
      const path = join(folder, name);
      writeFileSync(path, content);
      return path;
    },
    async render(...args) {
      const { code, out, err } = await daemonward('render', ...args);
      if (code !== 0) throw new Error(`daemonward render ended with ${code}: ${err}`);
      return out;
    },
    async apply(input) {
      const { code, stdout, stderr } = await plane.kubectl(['apply', '-f', '-'], { input });
      if (code !== 0 || stderr !== '') throw new Error(`kubectl apply ended with ${code}: ${stderr}`);
      return stdout.trimEnd().split('\n');
    },
    refusal,
    newDaemonSet,
    untilAnswered: (namespace, isRight) =>
      waitFor(`the right answer in ${namespace}`, () => newDaemonSet(namespace), isRight),
    async typeWarnings(name) {
      const path = `/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies/${name}`;
      const { status } = await waitFor(
        `the types of ${name} are checked`,
        () => plane.client().get<Policy>(path),
        (policy) => policy.status?.observedGeneration === policy.metadata.generation,
      );
      return status?.typeChecking?.expressionWarnings ?? [];
    },
    async stop() {
      await plane.stop();
      rmSync(folder, { recursive: true });
    },
  };
}
