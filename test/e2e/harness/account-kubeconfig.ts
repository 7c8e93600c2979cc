/** A kubeconfig with the token of a service account, as a pod would have it. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Access } from './access.ts';
import { credentialFiles } from './credentials.ts';

/** Makes a token by TokenRequest; the path of the file. */
export async function accountKubeconfig(
  plane: Access,
  { name, namespace }: { readonly name: string; readonly namespace: string },
  folder: string,
): Promise<string> {
  const path = join(folder, `${name}.kubeconfig`);
  const { code, stdout, stderr } = await plane.kubectl(['create', 'token', name, '-n', namespace]);
  if (code !== 0) throw new Error(`no token for ${name}: ${stderr}`);
  const cluster = {
    server: plane.handle.url,
    'certificate-authority': credentialFiles(plane.handle.directory).ca,
  };
  const kubeconfig = {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'e2e', cluster }],
    users: [{ name, user: { token: stdout.trim() } }],
    contexts: [{ name, context: { cluster: 'e2e', user: name } }],
    'current-context': name,
  };
  writeFileSync(path, JSON.stringify(kubeconfig));
  return path;
}
