/** A registration for tests of what is rendered, from a configuration as people write it. */
import { parseConfiguration } from '../../../src/config/load.ts';
import { REASON_CODES } from '../../../src/policy/reasons.ts';
import { policySettings } from '../../../src/policy/settings.ts';
import type { Registration } from '../../../src/render/admission/registration.ts';

export function registration(
  sections: Readonly<Record<string, unknown>> = {},
  changes: Partial<Registration> = {},
): Registration {
  const text = JSON.stringify({ apiVersion: 'daemonward.dev/v1alpha1', kind: 'Configuration', ...sections });
  const loaded = parseConfiguration(text, 'daemonward.yaml');
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
  const { own = ['daemonward-system'] } = changes;
  const { configuration } = loaded;
  const [namespace] = own;
  return {
    settings: policySettings({ ...configuration, server: { ...configuration.server, namespace } }),
    target: { service: { namespace: 'daemonward-system', name: 'daemonward' } },
    caBundle: 'Q0E=',
    own,
    now: new Date('2030-06-01T00:00:00Z'),
    ...changes,
  };
}

/** Every rule in one mode, but for those that are named. */
export function allRules(mode: string, others: Readonly<Record<string, string>> = {}) {
  return { rules: { ...Object.fromEntries(REASON_CODES.map((code) => [code, mode])), ...others } };
}

export const ARKTOS = { cluster: { flavor: 'arktos' } };
