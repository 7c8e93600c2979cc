/** The page stays quick on the largest clusters: from the data to the picture, and with every change. */
import { expect, test } from 'vitest';
import { defaultConfiguration } from '../../src/config/schema/schema.ts';
import { startTestService } from '../http/service.ts';
import { useBrowser } from './browser.ts';
import { largeGrid, NODES } from './large-grid.ts';

const open = useBrowser();

const MOST_MS = 1_000;

/** A machine that is busy with something else may take its time once, or twice. */
const ATTEMPTS = 3;

/** Runs in the page: from the moment the bytes are there until two frames after the first drawing. */
const DRAWN_AFTER = `(() => {
  const [data] = performance.getEntriesByName('grid-data');
  const drawn = performance.getEntriesByName('grid-drawn').find((entry) => entry.startTime >= data.startTime);
  return drawn.startTime - data.startTime;
})()`;

test('5,000 nodes × 20 DaemonSets are drawn within a second of the data, and followed', async () => {
  const cluster = largeGrid();
  const service = await startTestService({ view: cluster.store, configuration: defaultConfiguration() });
  const { page, complaints } = await open(service.opsUrl);
  const times: number[] = [];
  while (times.length < ATTEMPTS && !times.some((time) => time < MOST_MS)) {
    if (times.length > 0) await page.reload();
    await expect
      .poll(() => page.evaluate(`performance.getEntriesByName('grid-drawn').length`), { timeout: 60_000 })
      .toBe(1);
    times.push(Number(await page.evaluate(DRAWN_AFTER)));
  }
  const shown = await page.getByTestId('shown').textContent();

  console.log(`drawn ${times.map(Math.round).join(', ')} ms after the data`);
  expect(shown).toBe(`${NODES.toLocaleString('en-US')} nodes × 20 DaemonSets`);
  expect(Math.min(...times)).toBeLessThan(MOST_MS);

  cluster.gone('nodes', 'general-0003');
  await expect
    .poll(() => page.getByTestId('shown').textContent(), { timeout: 20_000 })
    .toBe(`${(NODES - 1).toLocaleString('en-US')} nodes × 20 DaemonSets`);

  await page.getByTestId('grid').focus();
  await page.keyboard.press('End');
  await page.keyboard.press('End');
  const announced = page.getByTestId('announced');
  await expect.poll(() => announced.textContent(), { timeout: 20_000 }).toMatch(/ on memory-4999: /);
  expect(complaints).toEqual([]);
});
