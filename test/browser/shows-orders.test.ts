/** Orders on the page: how each stands, where it is short, and what it keeps on a node. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { defaultConfiguration } from '../../src/config/schema/schema.ts';
import { startTestService } from '../http/service.ts';
import { clusterOf, SCANNER } from '../unit/orders/cluster-with-orders.ts';
import { useBrowser } from './browser.ts';

const open = useBrowser();
const WITHIN = { timeout: 20_000 };
const ROOM = 'kube-system/room';

/** No test takes a day. */
const MADE = { created: new Date().toISOString() };

async function showOrders(options = {}) {
  const cluster = clusterOf('n1', 'n2', 'n3');
  cluster.order({ ...MADE, cpu: '1', owners: [SCANNER] });
  cluster.putTenantPod('web', { node: 'n3', cpu: '3500m' });
  const service = await startTestService({ view: cluster.store, configuration: defaultConfiguration() });
  const opened = await open(service.opsUrl, options);
  const { page } = opened;
  await page.getByRole('tab', { name: 'Orders' }).click();
  const room = page.getByTestId(`order-${ROOM}`);
  const counts = (order = room) => order.locator('.counts').innerText();
  return { cluster, ...opened, room, counts };
}

const inWords = (eligible: number, held: number, claimed: number, short: number) =>
  new RegExp(`^eligible\\s+${eligible}\\s+held\\s+${held}\\s+claimed\\s+${claimed}\\s+short\\s+${short}$`);

test('an Order is shown with its kind, its numbers, its conditions and the nodes that are short', async () => {
  const { room, counts, complaints, strangers } = await showOrders();

  await expect.poll(() => counts(), WITHIN).toMatch(inWords(3, 2, 0, 1));
  const text = await room.innerText();

  expect(text).toContain('OneTime · Hold · refresh OnClaim');
  expect(text).toMatch(/Ready\s*, False:\s+Short 1 of 3 nodes cannot give the room/);
  expect(text).toMatch(/Conflicting\s*, False:\s+NoConflict/);
  expect(await room.getByRole('list', { name: `Nodes without the room of ${ROOM}` }).innerText()).toMatch(
    /^n3\s+500m of cpu too little$/,
  );
  expect([complaints, strangers]).toEqual([[], []]);
});

test('it follows nodes, claims and other Orders by itself', async () => {
  const { cluster, page, counts } = await showOrders();
  await expect.poll(() => counts(), WITHIN).toMatch(inWords(3, 2, 0, 1));

  cluster.node('n4');
  cluster.claimant('s', { node: 'n1', cpu: '1' });
  cluster.gone('pods', 'web');
  await expect.poll(() => counts(), WITHIN).toMatch(inWords(4, 3, 1, 0));

  cluster.order({ created: MADE.created, name: 'second', uid: 'z', cpu: '3500m', enforcement: 'Guardian' });
  const second = page.getByTestId('order-kube-system/second');
  await expect.poll(() => second.innerText(), WITHIN).toMatch(/Conflicting\s*, True:\s+RoomTaken/);

  cluster.gone('orders', '/kube-system/room');
  cluster.gone('orders', '/kube-system/second');
  await page.getByText('There are no Orders.').waitFor();
});

test('by keyboard alone: to the tab, to a short node, and what each Order keeps there', async () => {
  const { cluster, page } = await showOrders();
  cluster.order({ ...MADE, name: 'huge', cpu: '64' });
  await page.getByTestId('order-kube-system/huge').waitFor();

  const isSelected = (name: string) => page.getByRole('tab', { name }).getAttribute('aria-selected');
  await page.getByRole('tab', { name: 'Orders' }).focus();
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => isSelected('DaemonSets'), WITHIN).toBe('true');
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => isSelected('Orders'), WITHIN).toBe('true');
  await page.getByTestId(`order-${ROOM}`).getByRole('button', { name: 'n3' }).focus();
  await page.keyboard.press('Enter');

  const panel = page.getByTestId('panel-explanation');
  const kept = panel.getByRole('region', { name: 'Room held by orders' });
  await expect
    .poll(() => kept.innerText(), WITHIN)
    .toMatch(/kube-system\/room 1 cpu until .*20\d\d.*\s+500m of cpu too little/);
  expect(await kept.innerText()).toMatch(
    /kube-system\/huge nothing until .*\s+the node is too small, even when it is empty/,
  );
  await expect.poll(() => page.evaluate('document.activeElement.textContent'), WITHIN).toBe('n3');
});

test('the details of a node follow what is claimed there, and say when a guardian stands for it', async () => {
  const { cluster, page } = await showOrders();
  cluster.order({ ...MADE, name: 'guarded', cpu: '500m', enforcement: 'Guardian' });
  cluster.guardian('guarded', 'n3', { cpu: '500m' });
  await page.getByTestId(`order-${ROOM}`).getByRole('button', { name: 'n3' }).click();
  const kept = page.getByTestId('kept-by-orders');
  await expect.poll(() => kept.innerText(), WITHIN).toMatch(/guarded .*by a guardian, until/);

  cluster.claimant('s', { node: 'n3', cpu: '400m' });

  await expect.poll(() => kept.innerText(), WITHIN).toMatch(/kube-system\/room 600m cpu claimed, until/);
});

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

// Axe is brought in by a script of its own: the page's policy, which lets in none, is left aside for it.
test.each(['light', 'dark'] as const)('axe finds nothing serious in Orders, %s', async (colorScheme) => {
  const { page, room } = await showOrders({ colorScheme, bypassCSP: true });
  await room.getByRole('button', { name: 'n3' }).click();
  await page.getByTestId('kept-by-orders').waitFor();

  const found: { violations: { id: string; impact: string }[] } = await page.evaluate(`${AXE}; axe.run()`);

  expect(found.violations.filter(({ impact }) => ['serious', 'critical'].includes(impact))).toEqual([]);
});

/** No API server lets such a name in; a snapshot that somebody sends may have it. */
const MARKUP = '<img src=x onerror=document.title="taken">';

test('a name that is markup stays text', async () => {
  const { cluster, page } = await showOrders();

  cluster.order({ ...MADE, name: MARKUP, cpu: '64' });

  await page.getByText(`kube-system/${MARKUP}`).first().waitFor();
  expect(await page.locator('img[src=x]').count()).toBe(0);
  expect(await page.title()).toBe('Daemonward');
});
