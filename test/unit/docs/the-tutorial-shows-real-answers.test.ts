import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { daemonward } from '../cli/terminal.ts';

const tutorial = readFileSync(new URL('../../../docs/tutorial.md', import.meta.url), 'utf8');

/** The lines of a block that follow what is typed. */
function shownAfter(typed: string): string[] {
  const block = tutorial.split(`$ npx daemonward ${typed}\n`)[1]?.split('\n```')[0];
  if (block === undefined) throw new Error(`the tutorial does not show ${typed}`);
  return block.split('\n').filter((line) => line !== '...');
}

test.each([
  ['check -f examples/manifests/tenant.yaml --snapshot examples/cluster.yaml', []],
  ['forecast -f examples/manifests/node-agent.yaml --snapshot examples/cluster.yaml', []],
  ['explain daemonset kube-system/log-shipper --node general-2', ['--example']],
])('%s prints what the tutorial shows', async (typed, more) => {
  const { out } = await daemonward(...typed.split(' '), ...more);

  const printed = out.split('\n');
  for (const line of shownAfter(typed)) expect(printed).toContain(line);
});
