/** kube-controller-manager: its command line, and its start. */
import type { Client, KubeObject } from './client.ts';
import { credentialFiles, kubeconfigFile, readCredentials } from './credentials.ts';
import { freePorts } from './free-ports.ts';
import { type Handle, programOf } from './handle.ts';
import { COMPONENTS } from './identities.ts';
import { awaitReady } from './readiness.ts';
import { agentFor } from './request.ts';
import type { Command, Running, Supervisor } from './supervisor.ts';

/** The default of 20 a second makes a rollout over thousands of nodes last minutes. */
const REQUESTS_PER_SECOND = 1_000;
const REQUEST_BURST = 2_000;

/** KWOK's nodes send no heartbeats, so that thousands of them cost nothing: they must not be called lost. */
const NODE_GRACE_PERIOD = '24h';

interface Binding {
  roleRef: object;
  subjects: readonly object[];
}

export interface ControllerManagerOptions {
  /** All controllers act as one user; otherwise each as its own service account, as in clusters made by kubeadm. */
  sharesUser?: boolean;
}

function controllerManagerCommand(
  { programs, directory }: Handle,
  port: number,
  { sharesUser = false }: ControllerManagerOptions,
): Command {
  const files = credentialFiles(directory);
  const kubeconfig = kubeconfigFile(directory, 'kube-controller-manager');
  return {
    name: 'kube-controller-manager',
    command: programOf(programs, 'kube-controller-manager'),
    args: [
      `--kubeconfig=${kubeconfig}`,
      `--authentication-kubeconfig=${kubeconfig}`,
      `--authorization-kubeconfig=${kubeconfig}`,
      // There is no front proxy whose authority it could look up.
      '--authentication-skip-lookup',
      `--client-ca-file=${files.ca}`,
      '--bind-address=127.0.0.1',
      `--secure-port=${port}`,
      `--tls-cert-file=${files.serverCertificate}`,
      `--tls-private-key-file=${files.serverKey}`,
      `--root-ca-file=${files.ca}`,
      `--service-account-private-key-file=${files.serviceAccountKey}`,
      `--use-service-account-credentials=${!sharesUser}`,
      '--leader-elect=false',
      // It annotates every node anew whenever their number passes a threshold: thousands of writes that nobody reads.
      '--controllers=*,-ttl-controller',
      '--allocate-node-cidrs=false',
      `--node-monitor-grace-period=${NODE_GRACE_PERIOD}`,
      `--kube-api-qps=${REQUESTS_PER_SECOND}`,
      `--kube-api-burst=${REQUEST_BURST}`,
      '--profiling=false',
    ],
  };
}

/** Where all controllers act as one user, somebody has to give it the rights of all of them. */
export async function grantAllControllers(client: Client): Promise<void> {
  const apiGroup = 'rbac.authorization.k8s.io';
  await client.create<KubeObject & Binding>(`/apis/${apiGroup}/v1/clusterrolebindings`, {
    metadata: { name: 'all-controllers' },
    roleRef: { apiGroup, kind: 'ClusterRole', name: 'cluster-admin' },
    subjects: [{ apiGroup, kind: 'User', name: COMPONENTS['kube-controller-manager'].user }],
  });
}

/** Starts it and waits until it is at work. */
export async function startControllerManager(
  handle: Handle,
  supervisor: Supervisor,
  options: ControllerManagerOptions = {},
): Promise<Running> {
  const [port = 0] = await freePorts(1);
  const running = await supervisor.start(controllerManagerCommand(handle, port, options));
  const agent = agentFor(readCredentials(handle.directory, 'admin'));
  try {
    await awaitReady(running, `https://127.0.0.1:${port}/healthz`, { agent });
  } finally {
    agent.destroy();
  }
  return running;
}
