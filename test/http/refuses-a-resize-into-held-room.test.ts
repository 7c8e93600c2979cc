import { expect, test } from 'vitest';
import { defaultConfiguration } from '../../src/config/schema/schema.ts';
import { resizeReview } from '../unit/admission/resizes.ts';
import { clusterWith } from '../unit/scheduler/cluster-with-agent.ts';
import { startTestService } from './service.ts';

test('a resize into held room is refused over the wire, and two at once do not get the same room', async () => {
  const cluster = clusterWith(['n1']);
  const names = ['web', 'shop'];
  for (const name of names) cluster.putTenantPod(name, { node: 'n1', cpu: '1' });
  const { post, opsUrl } = await startTestService({
    view: cluster.store,
    configuration: defaultConfiguration(),
  });
  const resize = (name: string, cpu: string) => {
    const pod = (of: string) => cluster.tenantPod(name, { node: 'n1', cpu: of });
    return post('/validate/pods', resizeReview(pod('1'), pod(cpu), { name }));
  };

  const answers = await Promise.all(names.map((name) => resize(name, '2')));
  const state: unknown = await (await fetch(`${opsUrl}/state`)).json();
  const metrics = await (await fetch(`${opsUrl}/metrics`)).text();

  const allowed = answers.map((answer) => answer.json() as { response: { allowed: boolean } });
  expect(allowed.filter(({ response }) => response.allowed)).toHaveLength(1);
  expect(answers.map(({ text }) => text).join()).toContain('DW508 asks for 1 more cpu where 500m is left');
  expect(state).toMatchObject({ headroom: { inFlightResizes: 1 } });
  expect(metrics).toContain('daemonward_findings_total{code="DW508",outcome="denied",dry_run="false"} 1');
});
