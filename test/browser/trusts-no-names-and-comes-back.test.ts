/** The page takes names for text, shows itself to those who may look, and says when nobody answers. */
import { expect, test } from 'vitest';
import { defaultConfiguration } from '../../src/config/schema/schema.ts';
import type { OpsAccess } from '../../src/server/access/ops-access.ts';
import { HttpError } from '../../src/server/http/errors.ts';
import { startTestService } from '../http/service.ts';
import { DaemonCluster } from '../unit/headroom/cluster-of-daemons.ts';
import { useBrowser } from './browser.ts';
import { showCluster } from './shown-cluster.ts';

const open = useBrowser();

/** No API server lets such a name in; a snapshot that somebody sends may have it. */
const MARKUP = '<img src=x onerror=document.title="taken">';

test('a name that is markup stays text', async () => {
  const cluster = new DaemonCluster();
  cluster.node(MARKUP, '4', { pool: MARKUP });
  cluster.daemonSet(MARKUP, { cpu: '8' });
  cluster.synced();
  const service = await startTestService({ view: cluster.store, configuration: defaultConfiguration() });
  const { page, strangers } = await open(service.opsUrl);

  await page.getByRole('tab', { name: 'Attention' }).click();
  await page.getByRole('button', { name: `kube-system/${MARKUP} on ${MARKUP}` }).click();
  await page.getByTestId('panel-explanation').getByText(MARKUP).first().waitFor();

  expect(await page.locator('img[src=x]').count()).toBe(0);
  expect(await page.title()).toBe('Daemonward');
  expect(strangers).toEqual([]);
});

test('where a token is asked for, the page asks for it, and for another when it is not good', async () => {
  const access: OpsAccess = {
    check: async (need, authorization) => {
      if (need.kind === 'open' || authorization === 'Bearer good') return 'cluster';
      const code = authorization === undefined ? 'token-missing' : 'token-unknown';
      throw new HttpError(
        code,
        authorization === undefined ? 'this path needs a token' : 'nobody knows this token',
      );
    },
  };
  const { store } = new DaemonCluster().synced();
  const service = await startTestService({ view: store, configuration: defaultConfiguration(), access });
  const { page } = await open(service.opsUrl);
  await page.getByText('this path needs a token').waitFor();

  await page.getByLabel('A token that may read explanations').fill('bad');
  await page.getByRole('button', { name: 'Look' }).click();
  await page.getByText('nobody knows this token').waitFor();
  await page.getByLabel('A token that may read explanations').fill('good');
  await page.getByRole('button', { name: 'Look' }).click();

  await page.getByText('The cluster has no nodes yet.').waitFor();
});

test('when the service is gone the page says so, and goes on showing what it knows', async () => {
  const { service } = await showCluster();
  const { page } = await open(service.opsUrl);
  await page.getByTestId('legend-held').waitFor();

  await service.stop(0, AbortSignal.timeout(1_000));

  await page.getByText('not answering, trying again').waitFor();
  expect(await page.getByTestId('shown').textContent()).toBe('2 nodes × 1 DaemonSet');
});

test('a view that is old is said to be', async () => {
  const { cluster, service } = await showCluster();
  const { page } = await open(service.opsUrl);
  await page.getByTestId('legend-held').waitFor();

  cluster.store.markHeard('pods', { resourceVersion: '1', heardAt: Date.now() - 600_000 });

  await page.getByRole('alert').filter({ hasText: 'no news of pods for 600 s' }).waitFor();
});
