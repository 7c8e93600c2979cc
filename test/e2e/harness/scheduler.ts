/** A real kube-scheduler with the configuration that the test gives: the shared one, or one more under its own name. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { credentialFiles, kubeconfigFile, readCredentials } from './credentials.ts';
import { freePorts } from './free-ports.ts';
import { type Handle, programOf } from './handle.ts';
import { awaitReady } from './readiness.ts';
import { agentFor } from './request.ts';
import type { Running, Supervisor } from './supervisor.ts';

/** The default of 50 a second would be what a throughput test measures; and a pod that was tried too early is tried again soon. */
const QUICK = {
  clientConnection: { qps: 1_000, burst: 2_000 },
  podInitialBackoffSeconds: 1,
  podMaxBackoffSeconds: 1,
};

/** The keys of a KubeSchedulerConfiguration that a test chooses, such as `profiles` and `extenders`. */
export type SchedulerConfiguration = Readonly<Record<string, unknown>>;

export interface Scheduler {
  running: Running;
  /** Its `/metrics`, to be read with the cluster admin's certificate. */
  url: string;
}

/**
 * `quick` is for tests of what is decided. `own` leaves every rate and back-off as Kubernetes ships it (50 requests a
 * second, bursts of 100, 1 to 10 s): what users have, and the only way to see what a refusal sets off.
 */
export type Pace = 'quick' | 'own' | { readonly qps: number };

function paceOf(pace: Pace): { clientConnection?: Readonly<Record<string, number>> } {
  if (pace === 'own') return {};
  return pace === 'quick' ? QUICK : { clientConnection: pace };
}

function configurationText(handle: Handle, configuration: SchedulerConfiguration, pace: Pace): string {
  const { clientConnection, ...backOff } = paceOf(pace);
  const kubeconfig = kubeconfigFile(handle.directory, 'kube-scheduler');
  return JSON.stringify({
    apiVersion: 'kubescheduler.config.k8s.io/v1',
    kind: 'KubeSchedulerConfiguration',
    leaderElection: { leaderElect: false },
    clientConnection: { kubeconfig, ...clientConnection },
    ...backOff,
    ...configuration,
  });
}

/** Starts it and waits until it has synced and schedules. */
export async function startScheduler(
  handle: Handle,
  supervisor: Supervisor,
  configuration: SchedulerConfiguration = {},
  name = 'kube-scheduler',
  pace: Pace = 'quick',
): Promise<Scheduler> {
  const [port = 0] = await freePorts(1);
  const file = join(supervisor.directory, `${name}.json`);
  const files = credentialFiles(handle.directory);
  const kubeconfig = kubeconfigFile(handle.directory, 'kube-scheduler');
  writeFileSync(file, configurationText(handle, configuration, pace));
  const running = await supervisor.start({
    name,
    command: programOf(handle.programs, 'kube-scheduler'),
    args: [
      `--config=${file}`,
      `--authentication-kubeconfig=${kubeconfig}`,
      `--authorization-kubeconfig=${kubeconfig}`,
      // There is no front proxy whose authority it could look up.
      '--authentication-skip-lookup',
      `--client-ca-file=${files.ca}`,
      '--bind-address=127.0.0.1',
      `--secure-port=${port}`,
      `--tls-cert-file=${files.serverCertificate}`,
      `--tls-private-key-file=${files.serverKey}`,
    ],
  });
  const url = `https://127.0.0.1:${port}`;
  const agent = agentFor(readCredentials(handle.directory, 'admin'));
  try {
    await awaitReady(running, `${url}/readyz`, { agent });
  } finally {
    agent.destroy();
  }
  return { running, url };
}
