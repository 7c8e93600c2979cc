import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HoldLedger } from '../../../src/headroom/hold-ledger.ts';
import { DaemonCluster } from './cluster-of-daemons.ts';
import { ledgerOver, SURGE, settings } from './ledger-over.ts';

const NODES = ['n1', 'n2', 'n3'];
const step = fc.record({
  what: fc.constantFrom(
    'node',
    'no-node',
    'set',
    'no-set',
    'pod',
    'no-pod',
    'limits',
    'no-limits',
    'runtime',
    'no-runtime',
  ),
  node: fc.constantFrom(...NODES),
  daemon: fc.constantFrom('a', 'b'),
  bound: fc.boolean(),
  terminating: fc.boolean(),
  generation: fc.constantFrom(1, 2),
  cpu: fc.constantFrom('100m', '1', '9'),
  surges: fc.boolean(),
});

test('whatever happens, the ledger is what one made anew would be', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const cluster = new DaemonCluster();
      const { ledger } = ledgerOver(cluster);
      for (const [index, { what, node, daemon, ...options }] of steps.entries()) {
        if (what === 'node') cluster.node(node, options.cpu === '9' ? '16' : '4');
        if (what === 'no-node') cluster.gone('nodes', node);
        // Every change of a spec has a generation of its own; that of the template is another matter.
        if (what === 'set')
          cluster.daemonSet(daemon, {
            ...options,
            generation: index + 1,
            templateGeneration: options.generation,
            strategy: options.surges ? SURGE : {},
            ...(options.bound && { runtimeClassName: 'sandboxed' }),
          });
        if (what === 'no-set') cluster.gone('daemonSets', `/kube-system/${daemon}`);
        // Only memory: of cpu every template says how much.
        if (what === 'limits') cluster.limitRange(node, { memory: options.surges ? '1Gi' : '9Gi' });
        if (what === 'no-limits') cluster.gone('limitRanges', `/kube-system/${node}`);
        if (what === 'runtime') cluster.runtimeClass('sandboxed', { cpu: options.cpu });
        if (what === 'no-runtime') cluster.gone('runtimeClasses', 'sandboxed');
        if (what === 'pod') cluster.daemonPod(daemon, { node, ...options });
        if (what === 'no-pod') cluster.gone('pods', `${daemon}-${node}-${options.generation}`);
        if (index % 3 === 0) ledger.refresh();
      }

      ledger.refresh();
      const fresh = new HoldLedger(
        cluster.store,
        () => settings,
        () => 0,
      );
      fresh.refresh();

      expect(ledger.amounts.markedNodes).toBe(fresh.amounts.markedNodes);
      for (const name of NODES) {
        const plain = (from: HoldLedger) =>
          from
            .holdsOn(name)
            .map(({ kind, amounts, daemon }) => [daemon.daemonSet.uid, kind, [...amounts]])
            .toSorted();
        expect(plain(ledger)).toEqual(plain(fresh));
        const number = cluster.store.nodeNumber(name);
        if (number < 0) continue;
        const marks = ({ amounts }: HoldLedger) =>
          Array.from({ length: amounts.lowestLevel + 1 }, (_, level) => amounts.isMarked(level, number));
        expect(marks(ledger)).toEqual(marks(fresh));
        for (const resource of ['cpu', 'memory', 'pods']) {
          expect(ledger.amounts.held(0, resource)?.[number] ?? 0).toBe(
            fresh.amounts.held(0, resource)?.[number] ?? 0,
          );
        }
      }
    }),
    { numRuns: 400 },
  );
});
