/** What a scheduler shows to be known: its certificate and key themselves, or where they are on its machine. */

export type SchedulerClient =
  /** Base64 of PEM. */
  | { readonly certData: string; readonly keyData: string; readonly names: readonly string[] }
  | { readonly certFile: string; readonly keyFile: string };

/** Where they are unless somebody says otherwise; kubeadm keeps the scheduler's own files above it. */
export const CLIENT_FILES = {
  certFile: '/etc/kubernetes/daemonward/scheduler.crt',
  keyFile: '/etc/kubernetes/daemonward/scheduler.key',
} as const;

export function holdsKey(client: SchedulerClient | null): boolean {
  return client !== null && 'keyData' in client;
}

/** The part of `tlsConfig`, which has the same fields in every version, Arktos' Policy included. */
export function clientFields(client: SchedulerClient | null): Readonly<Record<string, string>> {
  if (client === null) return {};
  if ('certFile' in client) return { certFile: client.certFile, keyFile: client.keyFile };
  return { certData: client.certData, keyData: client.keyData };
}
