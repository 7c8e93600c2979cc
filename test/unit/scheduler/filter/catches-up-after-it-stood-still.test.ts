/** A question that was there before the events of the same time is answered after them. */
import { expect, test } from 'vitest';
import { overTwoNodes } from '../waiting-calls.ts';

const BOTH = ['n1', 'n2'];

test('what happened while the process stood still is in the decision', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { ask, cluster } = overTwoNodes({ caughtUp: () => promise });

  const answer = ask('web', BOTH, '3');
  cluster.putTenantPod('placed-meanwhile', { node: 'n1', cpu: '3' });
  resolve();

  expect(await answer).toMatchObject({ NodeNames: ['n2'] });
});

test('otherwise it is answered at once', async () => {
  const { ask, cluster } = overTwoNodes({ caughtUp: () => null });

  const answer = ask('web', BOTH, '3');
  cluster.putTenantPod('placed-later', { node: 'n1', cpu: '3' });

  expect(await answer).toMatchObject({ NodeNames: BOTH });
});
