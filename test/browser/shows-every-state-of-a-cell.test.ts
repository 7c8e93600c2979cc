/** The page follows the cluster by itself: each state of a cell is seen to come, and to go. */
import { expect, test } from 'vitest';
import { defaultConfiguration } from '../../src/config/schema/schema.ts';
import { useBrowser } from './browser.ts';
import { AGENT, NODE, showCluster } from './shown-cluster.ts';

type Page = Awaited<ReturnType<ReturnType<typeof useBrowser>>>['page'];

const open = useBrowser();

/** Long enough for a busy machine; the page itself takes a quarter of a second. */
const WITHIN = { timeout: 20_000 };

/** What the grid says of the first cell, as it says it to a screen reader. */
async function cellSays(page: Page): Promise<string> {
  await page.getByTestId('grid').focus();
  await page.keyboard.press('Home');
  return (await page.getByTestId('announced').textContent()) ?? '';
}

async function sees(page: Page, words: RegExp): Promise<void> {
  await expect.poll(() => cellSays(page), WITHIN).toMatch(words);
}

/** How many cells the legend counts. */
async function counts(page: Page, state: string, count: number): Promise<void> {
  await expect
    .poll(() => page.getByTestId(`legend-${state}`).textContent(), WITHIN)
    .toMatch(new RegExp(` ${count}$`));
}

test('a daemon comes to a node, step by step, and leaves it again', async () => {
  const { cluster, service } = await showCluster();
  const { page, complaints } = await open(service.opsUrl);

  await sees(page, new RegExp(`^${AGENT} on ${NODE}: room held; until \\d`));
  await counts(page, 'held', 2);

  cluster.daemonPod('agent', { node: NODE, bound: false });
  await sees(page, /: waiting; room held until/);
  await counts(page, 'waiting', 1);

  cluster.daemonPod('agent', { node: NODE, ready: false });
  await sees(page, /: running, not ready/);
  await counts(page, 'waiting', 0);

  cluster.daemonPod('agent', { node: NODE, ready: true });
  await sees(page, /: running and ready/);
  await counts(page, 'running', 0);
  await counts(page, 'ready', 1);

  cluster.gone('pods', `agent-${NODE}-1`);
  await sees(page, /: room held/);
  await counts(page, 'ready', 0);
  expect(complaints).toEqual([]);
});

test('a daemon waits for room, and the page says which', async () => {
  const { cluster, service } = await showCluster();
  const { page } = await open(service.opsUrl);
  await counts(page, 'held', 2);

  cluster.putTenantPod('tenant', { node: NODE, cpu: '3800m' });
  cluster.daemonPod('agent', { node: NODE, bound: false });
  await sees(page, /: waiting: cpu is short; room held until/);

  cluster.gone('pods', 'tenant');
  await sees(page, /: waiting; room held until/);
});

test('a node is too small, and is made larger', async () => {
  const { cluster, service } = await showCluster();
  const { page } = await open(service.opsUrl);
  await counts(page, 'held', 2);

  cluster.node(NODE, '250m', { pool: 'general' });
  await sees(page, /: cannot fit: the node has too little cpu/);
  await counts(page, 'never-fits', 1);

  cluster.node(NODE, '4', { pool: 'general' });
  await sees(page, /: room held/);
  await counts(page, 'never-fits', 0);
});

test('a taint keeps the daemon off, and goes', async () => {
  const { cluster, service } = await showCluster();
  const { page } = await open(service.opsUrl);
  await counts(page, 'held', 2);

  cluster.node(NODE, '4', { pool: 'general' }, 110, [{ key: 'dedicated', effect: 'NoSchedule' }]);
  await sees(page, /: does not belong/);
  await counts(page, 'not-eligible', 1);

  cluster.node(NODE, '4', { pool: 'general' });
  await sees(page, /: room held/);
  await counts(page, 'not-eligible', 0);
});

test('a daemon that does not come is given up, and comes after all', async () => {
  const configuration = defaultConfiguration();
  const impatient = { ...configuration, headroom: { ...configuration.headroom, patience: '3s' } };
  const { cluster, service } = await showCluster(impatient);
  const { page } = await open(service.opsUrl);

  await counts(page, 'given-up', 2);
  await sees(page, /: given up/);

  cluster.daemonPod('agent', { node: NODE, ready: true });
  await sees(page, /: running and ready/);
  await counts(page, 'given-up', 1);
});

test('a daemon of which no room is kept is missing, until it comes', async () => {
  const configuration = defaultConfiguration();
  const { cluster, service } = await showCluster({
    ...configuration,
    headroom: { ...configuration.headroom, mode: 'off' },
  });
  const { page } = await open(service.opsUrl);

  await counts(page, 'missing', 2);
  await sees(page, /: missing/);

  cluster.daemonPod('agent', { node: NODE, ready: true });
  await sees(page, /: running and ready/);
  await counts(page, 'missing', 1);
});

test('an update that asks for more holds room beside the old pod, and says that it is old', async () => {
  const { cluster, service } = await showCluster();
  cluster.daemonPod('agent', { node: NODE, ready: true });
  const { page } = await open(service.opsUrl);
  await sees(page, /: running and ready$/);

  cluster.daemonSet('agent', { cpu: '700m', generation: 2, status: { desiredNumberScheduled: 2 } });
  await sees(page, /: running and ready; of an older template; room held until/);
  await expect
    .poll(() => page.getByTestId(`daemonset-${AGENT}`).textContent(), WITHIN)
    .toMatch(/rollout: 0 of 2 updated/);

  cluster.gone('pods', `agent-${NODE}-1`);
  cluster.daemonPod('agent', { node: NODE, ready: true, cpu: '700m', generation: 2 });
  await sees(page, /: running and ready$/);
});

test('nodes and DaemonSets come and go', async () => {
  const { cluster, service } = await showCluster();
  const { page } = await open(service.opsUrl);
  const shown = () => page.getByTestId('shown').textContent();
  await expect.poll(shown, WITHIN).toBe('2 nodes × 1 DaemonSet');

  cluster.node('n3', '4', { pool: 'memory' });
  await expect.poll(shown, WITHIN).toBe('3 nodes × 1 DaemonSet');

  cluster.daemonSet('logger', { cpu: '100m' });
  await expect.poll(shown, WITHIN).toBe('3 nodes × 2 DaemonSets');

  cluster.gone('nodes', 'n3');
  cluster.gone('daemonSets', '/kube-system/logger');
  await expect.poll(shown, WITHIN).toBe('2 nodes × 1 DaemonSet');
});

test('the picture itself has the colour and the shape of the state', async () => {
  const { cluster, service } = await showCluster();
  const { page } = await open(service.opsUrl);
  await counts(page, 'held', 2);
  const middle = () => page.evaluate(`(${colourOfFirstCell})()`);
  await expect.poll(middle, WITHIN).not.toBe('ready');

  cluster.daemonPod('agent', { node: NODE, ready: true });
  await expect.poll(middle, WITHIN).toBe('ready');

  cluster.gone('pods', `agent-${NODE}-1`);
  cluster.daemonPod('agent', { node: NODE, bound: false });
  await expect.poll(middle, WITHIN).toBe('waiting');

  cluster.node(NODE, '250m', { pool: 'general' });
  await expect.poll(middle, WITHIN).toBe('never-fits');
});

/** Runs in the page: the name of the state whose colour the middle of the first cell has, at the large size. */
const colourOfFirstCell = `() => {
  const canvas = document.querySelector('[data-testid=canvas]');
  const [name, gap, margin, poolHead, rowPitch, cell] = [150, 8, 16, 34, 26, 18];
  const [x, y] = [margin + name + gap + cell / 2, poolHead + rowPitch / 2];
  const scale = devicePixelRatio;
  const [red, green, blue] = canvas.getContext('2d').getImageData(x * scale, y * scale, 1, 1).data;
  const found = '#' + [red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('');
  const style = getComputedStyle(document.documentElement);
  const states = ['ready', 'waiting', 'never-fits'];
  return states.find((state) => style.getPropertyValue('--state-' + state).trim() === found) ?? found;
}`;
