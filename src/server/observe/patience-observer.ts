/** Counts and logs the daemons whose room is not kept any longer: one line a DaemonSet for all its nodes. */
import type { FastifyBaseLogger } from 'fastify';
import type { ActiveHold } from '../../headroom/hold-book.ts';
import type { HoldLedger } from '../../headroom/hold-ledger.ts';
import type { Metrics } from './metrics.ts';
import { daemonSetName } from './state/headroom-state.ts';

/** A DaemonSet whose image is wrong gives up on thousands of nodes: some show where to look. */
const NODES_SHOWN = 10;

interface GivenUp {
  nodes: number;
  readonly shown: string[];
  readonly kinds: Set<string>;
}

export interface PatienceObserver {
  /** Writes what has come together since the last time. */
  flush(): void;
  stop(): void;
}

export function patienceObserver(
  ledger: HoldLedger,
  log: FastifyBaseLogger,
  metrics: Metrics,
): PatienceObserver {
  const byDaemonSet = new Map<string, GivenUp>();
  const stop = ledger.onGivenUp((node, { kind, daemon }: ActiveHold) => {
    metrics.headroomGivenUp.inc({ kind });
    const key = daemonSetName(daemon);
    const sum = byDaemonSet.get(key) ?? { nodes: 0, shown: [], kinds: new Set() };
    byDaemonSet.set(key, sum);
    sum.nodes += 1;
    sum.kinds.add(kind);
    if (sum.shown.length < NODES_SHOWN) sum.shown.push(node);
  });
  return {
    flush: () => {
      for (const [daemonSet, { nodes, shown, kinds }] of byDaemonSet) {
        const more = nodes - shown.length || undefined;
        log.warn({ daemonSet, nodes, kinds: [...kinds], shown, more }, 'room is not kept any longer');
      }
      byDaemonSet.clear();
    },
    stop,
  };
}
