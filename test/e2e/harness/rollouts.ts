/** Rolling updates of DaemonSets: a new template, and how far it has come. */
import type { Client, KubeObject } from './client.ts';
import { waitFor } from './wait-for.ts';
import { daemonSetsPath } from './workloads.ts';

/** The counters that its controller writes. */
export interface RolloutStatus {
  desiredNumberScheduled: number;
  updatedNumberScheduled?: number;
  numberAvailable?: number;
  observedGeneration: number;
}

interface DaemonSetWithStatus extends KubeObject {
  status?: RolloutStatus;
}

interface Whereabouts {
  namespace: string;
  name: string;
}

/** Changes the template: what `resources` asks for, or else nothing that a scheduler would look at. */
export async function updateTemplate(
  client: Client,
  { namespace, name }: Whereabouts,
  requests: Readonly<Record<string, string>> = {},
): Promise<void> {
  const container = { name: 'main', image: 'main:2.0', resources: { requests } };
  const patch = { spec: { template: { spec: { containers: [container] } } } };
  await client.patch(`${daemonSetsPath(namespace)}/${name}`, patch, 'strategic');
}

export async function rolloutStatus(
  client: Client,
  { namespace, name }: Whereabouts,
): Promise<RolloutStatus | undefined> {
  return (await client.get<DaemonSetWithStatus>(`${daemonSetsPath(namespace)}/${name}`)).status;
}

/** Waits until the counters say that the newest template runs everywhere and nothing else does. */
export async function rolledOut(client: Client, { namespace, name }: Whereabouts): Promise<void> {
  await waitFor(
    `${name} is rolled out`,
    () => client.get<DaemonSetWithStatus>(`${daemonSetsPath(namespace)}/${name}`),
    ({ metadata, status }) =>
      status?.observedGeneration === metadata?.generation &&
      status?.updatedNumberScheduled === status?.desiredNumberScheduled &&
      status?.numberAvailable === status?.desiredNumberScheduled,
    { withinMs: 120_000 },
  );
}

/** Waits until a rollout in the wanted state has not moved for some time; the last steps of others may still come. */
export async function standsStill<T>(
  progress: () => Promise<T>,
  isWanted: (state: T) => boolean,
  forMs: number,
): Promise<T> {
  let last = '';
  let since = Date.now();
  return await waitFor('the rollout stands still', progress, (state) => {
    const now = JSON.stringify(state);
    if (now !== last) since = Date.now();
    last = now;
    return isWanted(state) && Date.now() - since >= forMs;
  });
}
