/** The page by keyboard, for assistive technology, in both schemes, and with no word to any other host. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { loadSnapshot } from '../../src/cluster/snapshot/snapshot.ts';
import { defaultConfiguration } from '../../src/config/schema/schema.ts';
import { startTestService } from '../http/service.ts';
import { useBrowser } from './browser.ts';

const open = useBrowser();
const WITHIN = { timeout: 20_000 };
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Of axe's own degrees. */
const SERIOUS = new Set(['serious', 'critical']);

interface AxeResults {
  readonly violations: readonly {
    readonly id: string;
    readonly impact: string;
    readonly nodes: readonly { readonly html: string }[];
  }[];
}

async function showExample(options = {}) {
  const { store } = loadSnapshot(['examples/cluster.yaml']);
  const service = await startTestService({ view: store, configuration: defaultConfiguration() });
  const opened = await open(service.opsUrl, options);
  await opened.page.getByTestId('legend-waiting').waitFor();
  return { service, ...opened };
}

type Page = Awaited<ReturnType<typeof open>>['page'];

async function seriousFindings(page: Page): Promise<string[]> {
  const { violations }: AxeResults = await page.evaluate(`${AXE}; axe.run()`);
  return violations
    .filter(({ impact }) => SERIOUS.has(impact))
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

// Axe is brought in by a script of its own: the page's policy, which lets in none, is left aside for it.
test.each(['light', 'dark'] as const)('axe finds nothing serious, %s', async (colorScheme) => {
  const { page } = await showExample({ colorScheme, bypassCSP: true });

  expect(await seriousFindings(page)).toEqual([]);

  await page.getByRole('tab', { name: 'Attention' }).click();
  await page.getByRole('button', { name: /log-shipper on general-2$/ }).click();
  await page.getByText('A new pod takes').waitFor();
  expect(await seriousFindings(page)).toEqual([]);

  await page.getByRole('tab', { name: 'Decisions' }).click();
  expect(await seriousFindings(page)).toEqual([]);
});

test('by keyboard alone: to the waiting daemon, what it waits for, and back', async () => {
  const { page } = await showExample();
  const announced = page.getByTestId('announced');
  await page.getByTestId('grid').focus();

  // The first key is the first cell; general-2 is the fifth node, log-shipper the second DaemonSet.
  for (const key of ['Home', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowRight']) {
    await page.keyboard.press(key);
  }
  await expect
    .poll(() => announced.textContent(), WITHIN)
    .toMatch(/^kube-system\/log-shipper on general-2: waiting: cpu is short/);

  await page.keyboard.press('Enter');
  const panel = page.getByTestId('panel-explanation');
  await panel
    .getByText('the node is full: cpu: asks for 200m, 115m free of 7800m, 85m missing')
    .first()
    .waitFor();
  await expect
    .poll(() => page.evaluate('document.activeElement.textContent'), WITHIN)
    .toBe('kube-system/log-shipper');

  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });

  await page.getByTestId('grid').focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect
    .poll(() => announced.textContent(), WITHIN)
    .toMatch(/^general-2, pool general: .* free, .* held, /);
  await page.keyboard.press('Enter');
  await panel.getByText('asked for').waitFor();
});

test('nothing is asked of any other host, nothing is complained of, and the policy lets nothing else in', async () => {
  const { page, service, strangers, complaints } = await showExample();
  await page.getByRole('tab', { name: 'Attention' }).click();
  await page.getByRole('button', { name: /log-shipper on general-2$/ }).click();
  await page.getByText('A new pod takes').waitFor();

  const { headers } = await fetch(service.opsUrl);

  expect(strangers).toEqual([]);
  expect(complaints).toEqual([]);
  expect(headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self'");
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  expect(headers.get('x-content-type-options')).toBe('nosniff');
});

test('the filter, a state of the legend and one DaemonSet narrow what is shown', async () => {
  const { page } = await showExample();
  const shown = () => page.getByTestId('shown').textContent();
  await page.getByRole('searchbox').fill('general');
  await expect.poll(shown, WITHIN).toBe('5 nodes × 5 DaemonSets');
  await page.getByRole('searchbox').fill('general shipper');
  await expect.poll(shown, WITHIN).toBe('5 nodes × 1 DaemonSet');
  await page.getByRole('searchbox').fill('');
  await page.getByTestId('legend-waiting').click();
  await expect.poll(shown, WITHIN).toBe('1 node × 5 DaemonSets');
  await page.getByTestId('legend-waiting').click();
  await page.getByRole('button', { name: 'Show only kube-system/gpu-plugin' }).click();
  await expect.poll(shown, WITHIN).toBe('13 nodes × 1 DaemonSet');
});

test('a manifest that is dropped, or chosen, is forecast; one that is none is refused in words', async () => {
  const { page, service, complaints } = await showExample();
  const manifest = `apiVersion: apps/v1
kind: DaemonSet
metadata: {name: tracer, namespace: kube-system}
spec:
  selector: {matchLabels: {app: tracer}}
  template:
    metadata: {labels: {app: tracer}}
    spec:
      containers: [{name: c, image: i, resources: {requests: {cpu: "20"}}}]
`;
  await page.evaluate(`(() => {
    const files = new DataTransfer();
    files.items.add(new File([${JSON.stringify(manifest)}], 'tracer.yaml'));
    dispatchEvent(new DragEvent('drop', { dataTransfer: files, cancelable: true }));
  })()`);
  const panel = page.getByTestId('panel-forecast');
  await panel.getByText('kube-system/tracer').waitFor();
  const answer = await fetch(`${service.opsUrl}/forecast`, { method: 'POST', body: manifest });
  const told: { forecasts: { nodes: { eligible: number; all: number } }[] } = JSON.parse(await answer.text());
  const { eligible, all } = told.forecasts[0]?.nodes ?? { eligible: -1, all: -1 };
  await panel.getByText(`eligible on ${eligible} of ${all} nodes`).waitFor();
  await panel.getByText('can never fit').first().waitFor();
  expect(complaints).toEqual([]);

  const buffer = Buffer.from('{apiVersion: v1, kind: Service, metadata: {name: s}}');
  await page.getByTestId('manifest').setInputFiles({ name: 'none.yaml', mimeType: 'text/yaml', buffer });
  await panel.getByText('there is no DaemonSet in the manifest').waitFor();
});

test('what is decided appears by itself', async () => {
  const { page, service } = await showExample();
  await page.getByRole('tab', { name: 'Decisions' }).click();
  await page.getByText('Nothing was refused or evicted yet').waitFor();

  const review = JSON.parse(readFileSync('examples/daemonset-review.json', 'utf8'));
  const { request } = review;
  const object = { ...request.object, metadata: { ...request.object.metadata, namespace: 'garden' } };
  const userInfo = { username: 'gardener', groups: ['system:authenticated'] };
  await service.post('/validate/daemonsets', {
    ...review,
    request: { ...request, namespace: 'garden', object, userInfo },
  });

  await page.getByRole('listitem').filter({ hasText: 'DW101' }).first().waitFor();
});
