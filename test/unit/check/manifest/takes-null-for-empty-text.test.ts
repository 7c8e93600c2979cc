import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { daemonward, temporaryFolder } from '../../cli/terminal.ts';

test('labels without a value, as Helm writes them, are empty ones', async () => {
  const file = join(temporaryFolder(), 'agent.yaml');
  writeFileSync(
    file,
    `apiVersion: apps/v1
kind: DaemonSet
metadata: {name: agent, namespace: kube-system, labels: {version: }}
spec:
  selector: {matchLabels: {app: agent, part: }}
  template:
    metadata: {labels: {app: agent, part: }}
    spec: {priorityClassName: system-node-critical, containers: [{name: c, image: c}]}
`,
  );

  const { code, out } = await daemonward('check', '-f', file);

  expect(out).toContain('1 object checked, 0 findings');
  expect(code).toBe(0);
});
