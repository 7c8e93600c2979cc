/** Asks every replica on its ops port: by URL, or by way of the API server. */
import type { ApiSender } from '../../cluster/api/api-answer.ts';
import { ApiError } from '../../cluster/api/api-answer.ts';
import { ApiClient } from '../../cluster/api/api-client.ts';
import { collectionPath, objectPath } from '../../cluster/api/api-path.ts';
import { ClusterAccessError, plainConnection } from '../../cluster/api/connection.ts';
import { SERVICE_NAME, VERSION } from '../../config/identity.ts';
import { type Known, known, notKnown } from '../../explain/doctor/known.ts';
import { type ReplicaState, readReplicaState } from '../../explain/doctor/replica-state.ts';
import type { Replica } from '../../explain/doctor/replicas.ts';
import { isObject } from '../../json/object.ts';
import { valueAt } from '../../json/path.ts';
import { learn } from './learn.ts';

/** It is made in milliseconds; whoever waits is a person. */
const ANSWERED_WITHIN_MS = 5_000;

/** No Deployment of ours has more. */
const MOST_REPLICAS = 20;

/** One line of the pages that proxies answer with. */
const LONGEST_WHY = 200;

const OLDER = 'it is no Daemonward, or one from before the doctor';

/** Holds are not looked at: without them the answer is short. */
const STATE = '/state?nodes=0';

export function namedReplicas(urls: readonly string[]): Promise<Replica[]> {
  return Promise.all(
    urls.map(async (url) => {
      const ops = new ApiClient(plainConnection(url, `daemonward/${VERSION}`), {
        who: url,
        timeoutMs: ANSWERED_WITHIN_MS,
      });
      return { name: url, state: await stateOf(ops, STATE), named: true };
    }),
  );
}

/** Those of the installation. A NetworkPolicy may well keep the API server from the ops port: that is no fault. */
export async function installedReplicas(
  connection: ApiSender,
  { namespace, port }: { readonly namespace: string; readonly port: number },
): Promise<Known<Replica[]>> {
  const api = new ApiClient(connection, { timeoutMs: ANSWERED_WITHIN_MS });
  const pods = collectionPath({ apiVersion: 'v1', plural: 'pods', namespace });
  const labelSelector = `app.kubernetes.io/name=${SERVICE_NAME}`;
  const found = await learn(() => api.get(`${pods}?${new URLSearchParams({ labelSelector })}`));
  if (!found.known) return found;
  const items: readonly unknown[] = Array.isArray(found.value.items) ? found.value.items : [];
  const names = items
    .filter((pod) => valueAt(pod, ['status', 'phase']) === 'Running')
    .map((pod) => String(valueAt(pod, ['metadata', 'name'])))
    .slice(0, MOST_REPLICAS);
  const replicas = names.map(async (name) => {
    const path = objectPath(
      { apiVersion: 'v1', plural: 'pods', namespace },
      `${name}:${port}`,
      `proxy${STATE}`,
    );
    return { name, state: await stateOf(api, path), named: false };
  });
  return known(await Promise.all(replicas));
}

async function stateOf(api: ApiClient, path: string): Promise<Known<ReplicaState>> {
  try {
    const state = readReplicaState(await api.get(path));
    return state === undefined ? notKnown(OLDER) : known(state);
  } catch (error) {
    if (error instanceof ApiError || error instanceof ClusterAccessError) {
      return notKnown(error.message.slice(0, LONGEST_WHY));
    }
    throw error;
  }
}

/** Addresses behind the Service that are ready. */
export async function readyEndpoints(
  api: ApiClient,
  { namespace, name }: { readonly namespace: string; readonly name: string },
): Promise<Known<number>> {
  const slices = collectionPath({ apiVersion: 'discovery.k8s.io/v1', plural: 'endpointslices', namespace });
  const labelSelector = `kubernetes.io/service-name=${name}`;
  const found = await learn(() => api.get(`${slices}?${new URLSearchParams({ labelSelector })}`));
  if (!found.known) return found;
  const items: readonly unknown[] = Array.isArray(found.value.items) ? found.value.items : [];
  const endpoints = items.flatMap((slice) =>
    isObject(slice) && Array.isArray(slice.endpoints) ? slice.endpoints : [],
  );
  return known(endpoints.filter((endpoint) => valueAt(endpoint, ['conditions', 'ready']) !== false).length);
}
