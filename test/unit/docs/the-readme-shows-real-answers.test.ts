import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { admissionDoors } from '../../../src/admission/door.ts';
import { loadSnapshot } from '../../../src/cluster/snapshot/snapshot.ts';
import { defaultConfiguration, exampleSnapshot } from '../../../src/config/schema/schema.ts';
import { policySettings } from '../../../src/policy/settings.ts';
import { daemonward } from '../cli/terminal.ts';
import { extenderOver } from '../scheduler/extender.ts';

const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8');

test('the review on the example cluster is answered as shown', () => {
  const settings = policySettings(defaultConfiguration());
  const { store: view } = loadSnapshot([exampleSnapshot]);
  const doors = admissionDoors({
    settings: () => settings,
    view: view.within(''),
    now: () => new Date(),
    observe: () => {},
  });
  const review = readFileSync(new URL('../../../examples/daemonset-review.json', import.meta.url));

  const answer = doors.get('/validate/daemonsets')?.(review);

  expect(answer?.ok).toBe(true);
  expect(readme).toContain(`/validate/daemonsets\n${answer?.ok && answer.value}\n`);
});

test('the scheduler’s call is answered as shown', async () => {
  const [, args = '', shown = ''] = /-d '(.*)' https:\S+\/scheduler\/filter\n(.*)\n/.exec(readme) ?? [];

  const { doors } = extenderOver(loadSnapshot([exampleSnapshot]).store);

  const answer = await doors.get('/scheduler/filter')?.answer(Buffer.from(args));

  expect(answer?.ok && answer.value.toString()).toBe(shown);
});

test('check prints what is shown', async () => {
  const { out } = await daemonward('check', '-f', 'examples/manifests/three-mistakes.yaml');

  expect(readme).toContain(`three-mistakes.yaml\n${out}`);
});
