/** `node test/e2e/harness/up.ts [nodes]`: a control plane to play with, until Ctrl-C. */
import { startControlPlane } from './control-plane.ts';
import { programOf } from './handle.ts';
import { createNodes } from './nodes.ts';

/** The longest a timer can sleep: it only keeps this process alive. */
const FOREVER_MS = 2 ** 31 - 1;

const keepAlive = setInterval(() => {}, FOREVER_MS);
try {
  const start = Date.now();
  const plane = await startControlPlane({
    controllerManager: true,
    scheduler: { config: {} },
    nodes: 'kwok',
  });
  const count = Number(process.argv[2] ?? 0);
  if (count > 0) await createNodes(plane.client(), count, { namePrefix: 'node' });
  console.log(
    `Kubernetes ${plane.handle.version} ready in ${Date.now() - start} ms, ${count} nodes. Ctrl-C ends it.`,
  );
  console.log(`export KUBECONFIG=${plane.kubeconfig()}`);
  console.log(`alias kubectl=${programOf(plane.handle.programs, 'kubectl')}`);
  process.on('SIGINT', async () => {
    await plane.stop();
    clearInterval(keepAlive);
  });
} catch (error) {
  console.error(error);
  clearInterval(keepAlive);
  process.exitCode = 1;
}
