import { expect, test } from 'vitest';
import { loadSnapshot } from '../../../src/cluster/snapshot/snapshot.ts';
import { exampleSnapshot } from '../../../src/config/schema/schema.ts';
import { type ExtenderOptions, extenderOver } from './extender.ts';

/** More values than are read of a pod. */
const ARGUMENTS = Array.from({ length: 20_000 }, () => 'x');

function start(options?: ExtenderOptions) {
  const view = loadSnapshot([exampleSnapshot]).store;
  const { name: node = '' } = [...view.nodes()][0] ?? {};
  return { view, node, ...extenderOver(view, options) };
}

function podOf(uid: string) {
  return { metadata: { name: 'web-1', namespace: 'shop', uid }, spec: { args: ARGUMENTS } };
}

/** An error would make the scheduler go on without us: held room would be anybody's who makes a pod large enough. */
test('a pod that is too large to be read is let in nowhere, and evicts nobody', () => {
  const { ask, node } = start();
  const Pod = podOf('unknown');

  const filter = ask('filter', { Pod, Nodes: null, NodeNames: [node] });
  const prioritize = ask('prioritize', { Pod, Nodes: null, NodeNames: [node] });
  const preempt = ask('preempt', { Pod, NodeNameToMetaVictims: { [node]: { Pods: [{ UID: 'victim' }] } } });

  expect(filter).toMatchObject({
    NodeNames: [],
    FailedAndUnresolvableNodes: { [node]: expect.stringMatching(/^DW504 .*too large to be read/) },
  });
  expect(prioritize).toEqual([{ Host: node, Score: 0 }]);
  expect(preempt).toEqual({ NodeNameToMetaVictims: {} });
});

test('in audit it passes like every other', () => {
  const { ask, node } = start({ headroom: { mode: 'audit' } });

  const filter = ask('filter', { Pod: podOf('unknown'), Nodes: null, NodeNames: [node] });

  expect(filter).toMatchObject({ NodeNames: [node], FailedAndUnresolvableNodes: {} });
});

test('one that the view has is judged by what the view has of it', () => {
  const { ask, node, view } = start();
  const waiting = [...view.pods()].find(({ nodeName }) => nodeName === '');

  const filter = ask('filter', { Pod: podOf(waiting?.uid ?? ''), Nodes: null, NodeNames: [node] });

  expect(JSON.stringify(filter)).not.toContain('too large');
});
