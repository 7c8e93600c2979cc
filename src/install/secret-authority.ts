/** The authority that the running replicas share, from their Secret. */
import type { ApiClient } from '../cluster/api/api-client.ts';
import { valueAt } from '../json/path.ts';
import { pathOf } from './resources.ts';
import { waitFor } from './rollout.ts';

/** PEM of the authority, or of several while one replaces the other. */
const CA_KEY = 'ca.crt';

/** As `caBundle` wants it, which is as a Secret has it. Waits for whoever is about to make it. */
export function secretAuthority(
  api: ApiClient,
  { namespace, secret }: { readonly namespace: string; readonly secret: string },
  timeoutMs: number,
): Promise<string> {
  return waitFor<string>(async () => {
    const found = await api.find(
      pathOf({ apiVersion: 'v1', kind: 'Secret', metadata: { name: secret, namespace } }),
    );
    const ca = valueAt(found, ['data', CA_KEY]);
    if (typeof ca === 'string' && ca !== '') return { value: ca };
    return {
      missing: `secret/${secret} -n ${namespace} has no ${CA_KEY} yet, which Daemonward writes when it runs`,
    };
  }, timeoutMs);
}
