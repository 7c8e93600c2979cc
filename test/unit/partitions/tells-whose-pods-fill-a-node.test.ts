import { expect, test } from 'vitest';
import { OPERATORS } from '../../../src/explain/audience.ts';
import { explainPod } from '../../../src/explain/pod.ts';
import { podText } from '../../../src/explain/text/pod-text.ts';
import { sceneOf } from '../explain/scene.ts';
import { scheduled } from './partitioned.ts';

/** Green's scheduler takes e1 for empty and w1 for full; it is the other way round that counts. */
function filled() {
  const over = scheduled();
  over.east.node('e1');
  over.west.node('w1');
  over.blue.putTenantPod('large', { node: 'e1', cpu: '3' });
  over.green.putTenantPod('own', { node: 'w1', cpu: '3' });
  over.green.putTenantPod('web', { cpu: '2' });
  const explanation = () => {
    const pod = over.store.pod('green-web');
    if (pod === undefined) throw new Error('there is no pod');
    return explainPod({ pod, shown: 10, decisions: [], audience: OPERATORS }, sceneOf(over.extender));
  };
  return { ...over, explanation };
}

test('a node that others have filled is said to be refused, and one that its own have to be full', () => {
  const { explanation } = filled();

  const { waiting, remedy } = explanation();

  expect(waiting?.verdicts).toMatchObject({ others: 1, short: 1, open: 0 });
  expect(waiting?.refused).toMatchObject([
    { node: 'e1', verdict: 'others', words: 'DW509 room taken by pods of other partitions' },
  ]);
  expect(remedy).toContain('more nodes');
  expect(podText(explanation())).toContain('refused: DW509 room taken by pods of other partitions');
});

test('nodes of a partition that is behind pass, and are shown as open', () => {
  const { explanation, hear, clock, blue } = filled();
  blue.daemonSet('agent', { cpu: '4' });
  clock.now = 151_000;
  hear(clock.now, 'blue', 'green', 'west');

  expect(explanation().waiting?.verdicts).toMatchObject({ open: 1, others: 0, held: 0, short: 1 });
});

test('a pod that is refused everywhere is told the same of a node, whether the call names it or not', () => {
  const { ask, green, east, west } = filled();
  for (const node of ['e2', 'e3']) east.node(node, '1');
  west.gone('nodes', 'w1');
  const told = (nodes: readonly string[]) => {
    const { FailedAndUnresolvableNodes, FailedNodes } = ask('green', 'filter', {
      Pod: green.tenantPod('web', { cpu: '2' }),
      NodeNames: nodes,
    });
    return { ...FailedAndUnresolvableNodes, resolvable: FailedNodes };
  };
  told(['e1']);
  told(['e1']);
  told(['e1']);

  const elsewhere = told(['e2']);

  expect(elsewhere.e1).toBe('DW509 room taken by pods of other partitions');
  expect(elsewhere.resolvable).toEqual({ e3: 'Insufficient cpu' });
});
