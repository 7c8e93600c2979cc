/** A kubeconfig for the fault proxy, which has the credentials itself. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

export function proxiedKubeconfig(directory: string, server: string): string {
  const file = join(directory, 'proxied.kubeconfig');
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'proxied',
    // The client library takes plain HTTP only where TLS is not to be verified.
    clusters: [{ name: 'proxied', cluster: { server, 'insecure-skip-tls-verify': true } }],
    users: [{ name: 'nobody', user: {} }],
    contexts: [{ name: 'proxied', context: { cluster: 'proxied', user: 'nobody' } }],
  };
  writeFileSync(file, JSON.stringify(config));
  return file;
}
