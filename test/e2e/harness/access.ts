/** What a test does with a control plane, whoever started it. */
import { readFileSync } from 'node:fs';
import { type Client, createClient } from './client.ts';
import { kubeconfigFile, readCredentials } from './credentials.ts';
import type { Handle } from './handle.ts';
import type { Identity } from './identities.ts';
import { type KubectlOptions, type KubectlResult, kubectl } from './kubectl.ts';

/** The part of an audit event that tests read. */
export interface AuditEvent {
  verb: string;
  user: { username: string; groups?: string[] };
  objectRef?: {
    resource?: string;
    apiGroup?: string;
    namespace?: string;
    name?: string;
    subresource?: string;
  };
  responseStatus?: { code?: number };
}

export interface Access {
  handle: Handle;
  /** One client per identity, made when first asked for. */
  client(as?: Identity): Client;
  kubectl(args: readonly string[], options?: KubectlOptions): Promise<KubectlResult>;
  kubeconfig(as?: Identity): string;
  /** Creations of pods: who made them; and all that an installed Daemonward asks for. */
  auditEvents(): AuditEvent[];
  /** Closes the clients' connections. */
  close(): void;
}

export function access(handle: Handle): Access {
  const clients = new Map<Identity, Client>();

  function client(as: Identity = 'admin'): Client {
    const known = clients.get(as);
    if (known !== undefined) return known;
    const made = createClient(handle.url, readCredentials(handle.directory, as));
    clients.set(as, made);
    return made;
  }

  function auditEvents(): AuditEvent[] {
    // What follows the last line end is a line that is still being written.
    const lines = readFileSync(handle.auditLog, 'utf8').split('\n').slice(0, -1);
    return lines.map((line): AuditEvent => JSON.parse(line));
  }

  function close(): void {
    for (const made of clients.values()) made.close();
    clients.clear();
  }

  return {
    handle,
    client,
    kubectl: (args, options) => kubectl(handle, args, options),
    kubeconfig: (as = 'admin') => kubeconfigFile(handle.directory, as),
    auditEvents,
    close,
  };
}
