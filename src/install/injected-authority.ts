/** Whether cert-manager keeps the CA of what is registered, and from which of its Certificates. */
import type { ApiClient } from '../cluster/api/api-client.ts';
import { valueAt } from '../json/path.ts';
import { CONFIGURATION_NAME } from '../render/admission/registration.ts';
import { INJECTION, injection } from '../render/workload/cert-manager.ts';
import type { Installed } from './installed.ts';
import { pathOf, REGISTRATION_KINDS } from './resources.ts';

/** As annotations; undefined when somebody else keeps it. What somebody has written there goes before what we would write. */
export async function injectedAuthority(
  api: ApiClient,
  installed: Installed | undefined,
): Promise<Readonly<Record<string, string>> | undefined> {
  for (const { kind, apiVersion } of REGISTRATION_KINDS.filter(({ kind }) => kind.includes('Webhook'))) {
    const live = await api.find(pathOf({ apiVersion, kind, metadata: { name: CONFIGURATION_NAME } }));
    const from = valueAt(live, ['metadata', 'annotations', INJECTION]);
    if (typeof from === 'string') return { [INJECTION]: from };
  }
  return installed?.overlays.has('cert-manager') ? injection(installed.namespace) : undefined;
}
