/** `npm run openapi:record`: records which fields the API server of `DAEMONWARD_K8S_VERSION` knows, and of which types. */
import { startControlPlane } from './harness/control-plane.ts';
import { writeTypes } from './openapi/type-file.ts';
import { type Document, ROOTS } from './openapi/type-table.ts';

const plane = await startControlPlane();
let failed = true;
try {
  const client = plane.client();
  const documents: Record<string, Document> = {};
  for (const path of Object.keys(ROOTS)) {
    documents[path] = JSON.parse((await client.raw('GET', `/openapi/v3/${path}`)).text);
  }
  const { gitVersion }: { gitVersion: string } = JSON.parse((await client.raw('GET', '/version')).text);
  console.log(`${writeTypes(gitVersion, documents)} types of Kubernetes ${gitVersion}`);
  failed = false;
} finally {
  const logs = await plane.stop({ failed });
  if (logs !== undefined) console.error(`logs of the control plane: ${logs}`);
}
