/** The command line of kube-apiserver. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { credentialFiles } from './credentials.ts';
import { type Handle, programOf } from './handle.ts';
import type { Command } from './supervisor.ts';

/** Thousands of nodes and pods come from few clients in one burst; the defaults of 400 and 200 would refuse some. */
const MAX_REQUESTS_IN_FLIGHT = 2_000;
const MAX_MUTATING_IN_FLIGHT = 1_000;

/**
 * Who made which pod, and what Daemonward asks for by the account of its Deployment: enough to see the controllers'
 * identities and to count its rights, cheap enough for thousands.
 */
const AUDIT_POLICY = {
  apiVersion: 'audit.k8s.io/v1',
  kind: 'Policy',
  omitStages: ['RequestReceived'],
  rules: [
    { level: 'Metadata', users: ['system:serviceaccount:daemonward-system:daemonward'] },
    { level: 'Metadata', verbs: ['create'], resources: [{ group: '', resources: ['pods'] }] },
    { level: 'None' },
  ],
};

/** Without a controller manager nobody would make service accounts or take the not-ready taint off new nodes. */
const NEEDS_CONTROLLERS = 'ServiceAccount,TaintNodesByCondition';

export interface ApiServerSetup {
  handle: Handle;
  port: number;
  etcd: string;
  extraArgs: readonly string[];
}

export function apiServerCommand({ handle, port, etcd, extraArgs }: ApiServerSetup): Command {
  const files = credentialFiles(handle.directory);
  const policy = join(handle.directory, 'audit-policy.json');
  writeFileSync(policy, JSON.stringify(AUDIT_POLICY));
  return {
    name: 'kube-apiserver',
    command: programOf(handle.programs, 'kube-apiserver'),
    args: [
      `--etcd-servers=${etcd}`,
      '--bind-address=127.0.0.1',
      '--advertise-address=127.0.0.1',
      `--secure-port=${port}`,
      // A loopback address may not stand in an Endpoints object.
      '--endpoint-reconciler-type=none',
      '--service-cluster-ip-range=10.0.0.0/24',
      `--client-ca-file=${files.ca}`,
      `--tls-cert-file=${files.serverCertificate}`,
      `--tls-private-key-file=${files.serverKey}`,
      '--authorization-mode=RBAC',
      '--service-account-issuer=https://kubernetes.default.svc',
      `--service-account-key-file=${files.serviceAccountPublicKey}`,
      `--service-account-signing-key-file=${files.serviceAccountKey}`,
      `--audit-policy-file=${policy}`,
      `--audit-log-path=${handle.auditLog}`,
      `--max-requests-inflight=${MAX_REQUESTS_IN_FLIGHT}`,
      `--max-mutating-requests-inflight=${MAX_MUTATING_IN_FLIGHT}`,
      '--profiling=false',
      ...(handle.controllerManager ? [] : [`--disable-admission-plugins=${NEEDS_CONTROLLERS}`]),
      ...extraArgs,
    ],
  };
}
