/** The installation that is in the cluster already. */
import type { ApiClient } from '../cluster/api/api-client.ts';
import { isObject, type JsonObject } from '../json/object.ts';
import { valueAt } from '../json/path.ts';
import { withoutDoors } from '../render/workload/configuration.ts';
import { CONFIGURATION_FILE } from '../render/workload/deployment.ts';
import type { Overlay } from '../render/workload/installation.ts';
import { componentOf, imageOf, overlaysOf } from './installed-overlays.ts';
import { labelledPath, OURS, pathOf, WORKLOAD_KINDS } from './resources.ts';

export interface Installed {
  readonly namespace: string;
  readonly overlays: ReadonlySet<Overlay>;
  readonly image: string | undefined;
  /** The text of its configuration, and where that is. */
  readonly configuration: { readonly text: string; readonly place: string } | undefined;
}

/** A process that answers, and not a scheduler beside it. */
const SERVING = 'daemonward';

/** Undefined when there is none. Where there are several Deployments they have the same configuration but for their doors. */
export async function findInstalled(api: ApiClient): Promise<Installed | undefined> {
  const deployments = WORKLOAD_KINDS.filter(({ kind }) => kind === 'Deployment');
  for (const kind of deployments) {
    const { items } = (await api.find(labelledPath(kind, OURS))) ?? {};
    const all = Array.isArray(items) ? items.filter(isObject) : [];
    const first = all.find(
      (item) => valueAt(item, ['metadata', 'labels', 'app.kubernetes.io/name']) === SERVING,
    );
    const namespace = valueAt(first, ['metadata', 'namespace']);
    if (first !== undefined && typeof namespace === 'string') {
      return {
        namespace,
        overlays: overlaysOf(first, all),
        image: imageOf(first),
        configuration: await configurationOf(first, namespace, api),
      };
    }
  }
  return undefined;
}

/** By the volume of its pods: kustomize gives a ConfigMap a new name with each change, and leaves the old ones. */
async function configurationOf(
  deployment: JsonObject,
  namespace: string,
  api: ApiClient,
): Promise<Installed['configuration']> {
  const volumes = valueAt(deployment, ['spec', 'template', 'spec', 'volumes']);
  const names = (Array.isArray(volumes) ? volumes : []).map((volume) =>
    valueAt(volume, ['configMap', 'name']),
  );
  for (const name of names) {
    if (typeof name !== 'string') continue;
    const metadata = { name, namespace };
    const { data } = (await api.find(pathOf({ apiVersion: 'v1', kind: 'ConfigMap', metadata }))) ?? {};
    const text = valueAt(data, [CONFIGURATION_FILE]);
    if (typeof text === 'string')
      return {
        text: isPart(deployment) ? withoutDoors(text) : text,
        place: `configmap/${name} -n ${namespace}`,
      };
  }
  return undefined;
}

/** One of two Deployments: which paths it answers says the overlay, and not whoever wrote the configuration. */
function isPart(deployment: JsonObject): boolean {
  return componentOf(deployment) !== 'service';
}
