/** The pictures of the docs, taken of the page as it is: `npm run docs:screenshots`. */
import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { BrowserContextOptions } from 'playwright-core';
import { expect, test } from 'vitest';
import { loadSnapshot } from '../../src/cluster/snapshot/snapshot.ts';
import { defaultConfiguration } from '../../src/config/schema/schema.ts';
import { startTestService } from '../http/service.ts';
import { useBrowser } from './browser.ts';
import { largeGrid } from './large-grid.ts';

const open = useBrowser();

/** Pages of documentation are read over slow lines too. */
const LARGEST_BYTES = 150_000;

const path = (relative: string) => fileURLToPath(new URL(`../../${relative}`, import.meta.url));
/** Relative, as somebody starts it: the page shows where its view comes from. */
const EXAMPLE = 'examples/cluster.yaml';

const LOOK = { viewport: { width: 1200, height: 720 }, locale: 'en-GB', timezoneId: 'UTC' } as const;

/** Fits on some nodes, evicts on others, and is too large for the rest. */
const PROFILER = `apiVersion: apps/v1
kind: DaemonSet
metadata: {name: profiler, namespace: kube-system}
spec:
  selector: {matchLabels: {app: profiler}}
  template:
    metadata: {labels: {app: profiler}}
    spec:
      priorityClassName: system-node-critical
      tolerations: [{operator: Exists}]
      containers: [{name: profiler, image: registry.example/profiler:1, resources: {requests: {cpu: 4500m, memory: 1Gi}}}]
`;

test('the example cluster', async () => {
  const { page } = await showExample();
  await shot(page, 'page-light');
});

test('a daemon that waits, explained', async () => {
  const { page } = await showExample({ colorScheme: 'dark' });
  await page.getByRole('tab', { name: 'Attention' }).click();
  await page.getByRole('button', { name: /log-shipper on general-2$/ }).click();
  await page.getByText('A new pod takes').waitFor();
  await shot(page, 'page-explain-dark');
});

test('a forecast', async () => {
  const { page } = await showExample();
  const buffer = Buffer.from(PROFILER);
  await page.getByTestId('manifest').setInputFiles({ name: 'profiler.yaml', mimeType: 'text/yaml', buffer });
  await page.getByText('Each pod takes').waitFor();
  await shot(page, 'page-forecast');
});

test('five thousand nodes', async () => {
  const service = await startTestService({ view: largeGrid().store, configuration: defaultConfiguration() });
  const { page } = await open(service.opsUrl, LOOK);
  await page.getByTestId('legend-waiting').waitFor();
  await shot(page, 'page-large');
});

async function showExample(look: BrowserContextOptions = {}) {
  const { store } = loadSnapshot([EXAMPLE]);
  const service = await startTestService({ view: store, configuration: defaultConfiguration() });
  const opened = await open(service.opsUrl, { ...LOOK, ...look });
  await opened.page.getByTestId('legend-waiting').waitFor();
  return opened;
}

type Page = Awaited<ReturnType<typeof open>>['page'];

async function shot(page: Page, name: string): Promise<void> {
  const file = path(`docs/images/${name}.png`);
  await page.mouse.move(0, 0);
  await page.screenshot({ path: file });
  expect(statSync(file).size, name).toBeLessThan(LARGEST_BYTES);
}
