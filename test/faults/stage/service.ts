/** Daemonward behind its addresses, in one process or in two, always with the same certificates. */
import { join } from 'node:path';
import type { ControlPlane } from '../../e2e/harness/control-plane.ts';
import { type Daemonward, type DaemonwardOptions, startDaemonward } from '../../e2e/harness/daemonward.ts';
import { awaitReady } from '../../e2e/harness/readiness.ts';
import type { ServiceProxy } from '../../e2e/harness/service-proxy.ts';
import { type Kubelet, portOf, startKubelet } from './kubelet.ts';
import { SCHEDULER } from './layout.ts';

export interface ServiceSetup extends Pick<DaemonwardOptions, 'sections' | 'launcher' | 'clock' | 'env'> {
  /** Two: a kubelet looks whether each is ready, and only those that are get calls. */
  readonly replicas?: 1 | 2;
}

export interface Service {
  /** The folder of its certificates. */
  readonly certificates: string;
  /** As they are now. */
  replicas(): readonly Daemonward[];
  /** Kills one, as a crash does; where a kubelet looks after it, it notices. Returns when it is dead. */
  kill(index: number): Promise<void>;
  /** Starts it again; returns when it is ready. */
  start(index: number): Promise<void>;
  end(): Promise<void>;
}

/** What every scene has in common; the rules and all else are the product's own. */
const SECTIONS = {
  rules: {},
  daemons: { schedulers: [SCHEDULER], defaultPriorityClass: 'system-node-critical' },
  // The room of the daemon that never comes is to be kept all the time.
  headroom: { patience: '12h' },
};

/** A start is work for a processor, from sources some seconds of it: what takes longer than this hangs. */
const STARTED_WITHIN_MS = 180_000;

type Addresses = Readonly<Record<'admission' | 'scheduling', ServiceProxy>>;

export async function openService(
  plane: ControlPlane,
  addresses: Addresses,
  { replicas: count = 1, sections = {}, env = {}, ...more }: ServiceSetup,
): Promise<Service> {
  const { supervisor } = plane;
  const certificates = join(supervisor.directory, 'shared-certs');
  const start = (index: number): Promise<Daemonward> =>
    startDaemonward(supervisor, {
      ...more,
      name: `daemonward-${index}`,
      certificates,
      env: {
        KUBECONFIG: plane.kubeconfig('daemonward'),
        // It is started from its sources again and again: what Node has made of them once is kept.
        NODE_COMPILE_CACHE: join(supervisor.directory, 'compile-cache'),
        ...env,
      },
      sections: { ...SECTIONS, ...sections },
      waitReady: false,
    });
  const ready = ({ running, opsUrl }: Daemonward) =>
    awaitReady(running, `${opsUrl}/readyz`, {}, STARTED_WITHIN_MS);
  const all = await Promise.all(Array.from({ length: count }, (_, index) => start(index)));
  await Promise.all(all.map(ready));
  const publish = (ports: readonly number[]) => {
    for (const address of Object.values(addresses)) address.setEndpoints(ports);
  };
  publish(all.map(portOf));
  const kubelet: Kubelet | undefined = count === 1 ? undefined : startKubelet(() => all, publish);

  return {
    certificates,
    replicas: () => all,
    async kill(index) {
      await all[index]?.running.stop('SIGKILL');
    },
    async start(index) {
      const replica = await start(index);
      all[index] = replica;
      await ready(replica);
      if (kubelet === undefined) publish(all.map(portOf));
    },
    async end() {
      await kubelet?.stop();
      for (const { running } of all) running.signal('SIGCONT');
      await Promise.all(all.map(({ running }) => running.stop('SIGKILL')));
    },
  };
}
