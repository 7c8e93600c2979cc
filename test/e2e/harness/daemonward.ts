/** Daemonward itself as a process, started from the sources. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exampleSnapshot } from '../../../src/config/schema/schema.ts';
import { REASON_CODES } from '../../../src/policy/reasons.ts';
import { freePorts } from './free-ports.ts';
import type { MovedClock } from './order-times/moved-clock.ts';
import { awaitReady } from './readiness.ts';
import type { Running, Supervisor } from './supervisor.ts';

export const MAIN = join(import.meta.dirname, '..', '..', '..', 'src', 'main.ts');

/** The mark of the platform's own namespaces, as KubeSphere sets it: no mark is the system's unless it is configured. */
export const SYSTEM_TENANT = { label: 'kubesphere.io/workspace', value: 'system-workspace' } as const;
export const SYSTEM_MARK = { [SYSTEM_TENANT.label]: SYSTEM_TENANT.value } as const;

/** Where it says it runs; the process itself is outside every cluster. */
export const OWN_NAMESPACE = 'daemonward-system';

type Section = Readonly<Record<string, unknown>>;

export interface DaemonwardOptions {
  /** Sections of the configuration; `server` and `ops` are completed with free loopback ports. */
  sections?: Readonly<Record<string, Section>>;
  /** For two at once: their logs and files are named by it. */
  name?: string;
  /** More flags of `serve`. */
  args?: readonly string[];
  /** Such as KUBECONFIG. */
  env?: Record<string, string>;
  /** What it takes for the time; the real one unless given. */
  clock?: MovedClock;
  /** Where its certificates are, for several that share them; unless given, a folder of its own. */
  certificates?: string;
  /** A program that becomes it, with the words before its own: such as one that sets limits. */
  launcher?: readonly [string, ...string[]];
  /** False: returns as soon as the process lives, for tests of what it does before it is ready. */
  waitReady?: boolean;
}

export interface Daemonward {
  running: Running;
  /** For the registrations: the port of the admission and scheduler paths. */
  serviceUrl: string;
  opsUrl: string;
  configFile: string;
  /** PEM of the authority that it made for itself; there once it is ready. */
  ca(): string;
  /** PEM of what a caller shows, as it made it for itself. */
  client(name: 'scheduler' | 'apiserver' | 'debug'): { cert: string; key: string };
}

/** Starts `daemonward serve` and waits until `/readyz` says yes. */
export async function startDaemonward(
  supervisor: Supervisor,
  options: DaemonwardOptions = {},
): Promise<Daemonward> {
  const { sections = {}, name = 'daemonward', args = [], env = {}, clock, waitReady = true } = options;
  const { certificates = join(supervisor.directory, `${name}-certs`), launcher = [] } = options;
  const [freePort = 0, freeOpsPort = 0] = await freePorts(2);
  const port = Number(sections.server?.port ?? freePort);
  const opsPort = Number(sections.ops?.port ?? freeOpsPort);
  const configFile = join(supervisor.directory, `${name}.yaml`);
  const configuration = {
    apiVersion: 'daemonward.dev/v1alpha1',
    kind: 'Configuration',
    // Tests of the rules say which ones they want; for all others what is well-formed passes.
    rules: Object.fromEntries(REASON_CODES.map((code) => [code, 'off'])),
    // Most tests run it without the right to write.
    events: { mode: 'off' },
    ...sections,
    // One that has no cluster to watch serves the example: it is asked about reviews alone.
    cluster: { ...(env.KUBECONFIG === undefined && { snapshots: [exampleSnapshot] }), ...sections.cluster },
    tenancy: { systemTenants: [SYSTEM_TENANT], ...sections.tenancy },
    server: {
      namespace: OWN_NAMESPACE,
      address: '127.0.0.1',
      tls: { directory: certificates },
      ...sections.server,
      port,
    },
    ops: { address: '127.0.0.1', ...sections.ops, port: opsPort },
  };
  // JSON is YAML.
  writeFileSync(configFile, JSON.stringify(configuration, undefined, 2));
  const [command = process.execPath, ...words] = [...launcher, process.execPath];
  const running = await supervisor.start({
    name,
    command,
    args: [...words, ...(clock?.execArgs ?? []), MAIN, 'serve', '--config', configFile, ...args],
    env: { ...env, ...clock?.env },
  });
  const opsUrl = `http://127.0.0.1:${opsPort}`;
  if (waitReady) await awaitReady(running, `${opsUrl}/readyz`);
  return {
    running,
    serviceUrl: `https://127.0.0.1:${port}`,
    opsUrl,
    configFile,
    ca: () => readFileSync(join(certificates, 'ca.crt'), 'utf8'),
    client: (client) => ({
      cert: readFileSync(join(certificates, `${client}.crt`), 'utf8'),
      key: readFileSync(join(certificates, `${client}.key`), 'utf8'),
    }),
  };
}
