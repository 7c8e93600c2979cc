/** Starts the control plane that the test files share, before the first of them, and stops it after the last. */
import type { TestProject } from 'vitest/node';
import { type ControlPlane, startControlPlane } from './control-plane.ts';
import type { Handle } from './handle.ts';

declare module 'vitest' {
  interface ProvidedContext {
    controlPlane: Handle;
  }
}

let plane: ControlPlane | undefined;
let shared: TestProject | undefined;

export async function setup(project: TestProject): Promise<void> {
  const start = performance.now();
  shared = project;
  plane = await startControlPlane({ controllerManager: true, scheduler: { config: {} }, nodes: 'kwok' });
  const { handle } = plane;
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`control plane ${handle.version} ready at ${handle.url} in ${seconds} s`);
  project.provide('controlPlane', handle);
}

export async function teardown(): Promise<void> {
  const state = shared?.vitest.state;
  const failed =
    state === undefined || state.getCountOfFailedTests() > 0 || state.getUnhandledErrors().length > 0;
  const logs = await plane?.stop({ failed });
  if (logs !== undefined) console.log(`logs of the control plane: ${logs}`);
}
