/** What a kubelet and the endpoints do for replicas: calls go to those that are there and say that they are ready. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Daemonward } from '../../e2e/harness/daemonward.ts';
import { exchange } from '../../e2e/harness/request.ts';

/** As the readiness probe of manifests/base. */
const PERIOD_MS = 3_000;
const TIMEOUT_MS = 2_000;
const FAILURES = 2;

/** A container that has ended is seen at once; endpoints follow everywhere within a second. */
const LOOK_MS = 250;
const ENDPOINTS_LAG_MS = 1_000;

/** When the last call is sent to a replica that has stopped to answer, at the latest. */
export const OUT_WITHIN_MS = FAILURES * (PERIOD_MS + TIMEOUT_MS) + ENDPOINTS_LAG_MS;

export interface Kubelet {
  stop(): Promise<void>;
}

export function startKubelet(
  replicas: () => readonly Daemonward[],
  publish: (ports: readonly number[]) => void,
): Kubelet {
  const ending = new AbortController();
  const failures = new Map<number, number>();
  let published = '';

  function endpoints(): void {
    const isIn = ({ running }: Daemonward) =>
      running.exit() === undefined && (failures.get(running.pid) ?? FAILURES) < FAILURES;
    const ports = replicas().filter(isIn).map(portOf);
    if (ports.join() === published) return;
    published = ports.join();
    setTimeout(() => {
      if (!ending.signal.aborted) publish(ports);
    }, ENDPOINTS_LAG_MS).unref();
  }

  async function probe({ running: { pid }, opsUrl }: Daemonward): Promise<void> {
    const isReady = await exchange(`${opsUrl}/readyz`, { timeoutMs: TIMEOUT_MS }).then(
      ({ status }) => status === 200,
      () => false,
    );
    failures.set(pid, isReady ? 0 : (failures.get(pid) ?? 0) + 1);
  }

  async function run(): Promise<void> {
    for (let probedAt = 0; !ending.signal.aborted; ) {
      if (performance.now() - probedAt >= PERIOD_MS) {
        probedAt = performance.now();
        // Each by itself: one that hangs does not keep the others waiting.
        for (const replica of replicas()) void probe(replica).then(endpoints);
      }
      endpoints();
      await sleep(LOOK_MS, undefined, { signal: ending.signal }).catch(() => {});
    }
  }

  // Those that are there at the beginning have said that they are ready.
  for (const { running } of replicas()) failures.set(running.pid, 0);
  published = replicas().map(portOf).join();
  const running = run();
  return {
    stop: async () => {
      ending.abort();
      await running;
    },
  };
}

export function portOf({ serviceUrl }: Pick<Daemonward, 'serviceUrl'>): number {
  return Number(new URL(serviceUrl).port);
}
