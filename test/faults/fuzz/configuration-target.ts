/** Configuration files: as `serve` reads them, and what is made of those that are good. */
import { isUtf8 } from 'node:buffer';
import { stringify } from 'yaml';
import { problemText } from '../../../src/config/diagnose/problem.ts';
import { checkConfiguration } from '../../../src/config/load.ts';
import { defaultConfiguration } from '../../../src/config/schema/schema.ts';
import { policySettings } from '../../../src/policy/settings.ts';
import { schedulingSettings } from '../../../src/scheduler/settings.ts';
import { outcomeOf, TAKEN, type Target } from './target.ts';
import { spoilt } from './text-mutations.ts';

const HEAD = 'apiVersion: daemonward.dev/v1alpha1\nkind: Configuration\n';

const FILE = 'daemonward.yaml';

/** The settings that have no default, and lists with something in them. */
const RICH = `${HEAD}server:
  port: 9443
  tls: {names: [daemonward.platform.svc], certFile: tls.crt, keyFile: tls.key, caFile: ca.crt}
  clients: {caFile: callers.crt}
log: {level: debug}
tenancy:
  systemTenants:
    - {label: kubesphere.io/workspace, value: system-workspace}
rules:
  DW301: enforce
  DW402: warn
exemptions:
  - rule: DW301
    namespace: monitoring
    name: node-exporter-*
    reason: its chart cannot set a priority class yet
    expires: 2030-06-30
headroom: {mode: enforce, patience: 15m}
`;

const PARTITIONED = `${HEAD}cluster:
  partitions:
    - {name: tenants, role: tenants, kubeconfig: tenants.kubeconfig}
    - {name: nodes, role: resources, kubeconfig: nodes.kubeconfig}
`;

const SEEDS = [
  RICH,
  PARTITIONED,
  HEAD,
  HEAD + stringify(defaultConfiguration()),
  JSON.stringify(
    { apiVersion: 'daemonward.dev/v1alpha1', kind: 'Configuration', ops: { port: 8080 } },
    null,
    2,
  ),
];

export const configurationTarget: Target = {
  name: 'configuration',
  share: 50,
  input: (random) => spoilt(SEEDS, random),
  read(input) {
    const read = isUtf8(input)
      ? { ok: true as const, text: new TextDecoder().decode(input) }
      : { ok: false as const, message: 'is not UTF-8 text' };
    const loaded = checkConfiguration(read, FILE, { now: 0 });
    if (!loaded.ok) {
      const errors = loaded.problems.map((problem) => ({
        line: problem.line,
        column: problem.column,
        text: problemText({ file: '', path: problem.path, message: problem.message }),
      }));
      return outcomeOf(errors, input);
    }
    for (const warning of loaded.warnings) problemText(warning);
    policySettings(loaded.configuration);
    schedulingSettings(loaded.configuration);
    return TAKEN;
  },
};
