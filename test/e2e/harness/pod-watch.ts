/** Everything that happens to pods, in the API server's own order: a list shows only what is left of it. */
import type { IncomingMessage } from 'node:http';
import { type Agent, request } from 'node:https';
import { createInterface } from 'node:readline';
import type { Access } from './access.ts';
import type { KubeObject } from './client.ts';
import { readCredentials } from './credentials.ts';
import { agentFor } from './request.ts';
import { GiveUp, waitFor } from './wait-for.ts';
import { type Pod, podsPath } from './workloads.ts';

const PODS = '/api/v1/pods';

export interface PodEvent {
  type: 'ADDED' | 'MODIFIED' | 'DELETED';
  object: Pod;
  /** When it came, in ms since 1970. */
  at: number;
}

/** Nobody schedules it, nobody runs it: it only marks a place in the order of events. */
const MARKER = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { generateName: 'marker-' },
  spec: { schedulingGates: [{ name: 'e2e.daemonward.dev/marker' }], containers: [{ name: 'm', image: 'm' }] },
};
const MARKER_NAMESPACE = 'default';

function openWatch(url: string, agent: Agent): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request(url, { agent, headers: { accept: 'application/json' } }, resolve)
      .on('error', reject)
      .end();
  });
}

interface WatchLine {
  type: string;
  object: Pod;
}

function parsed(line: string): WatchLine | undefined {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

export interface Following {
  /** Returns when all that has happened until now has been taken. */
  upToNow(): Promise<void>;
  stop(): void;
}

/** Gives away each event from now on, of pods in any namespace. */
export async function followPods(plane: Access, take: (event: PodEvent) => void): Promise<Following> {
  const client = plane.client();
  const agent = agentFor(readCredentials(plane.handle.directory, 'admin'));
  const markers = new Set<string>();
  let version = (await client.get(`${PODS}?limit=1`)).metadata?.resourceVersion ?? '';
  let problem: string | undefined;
  let current: IncomingMessage | undefined;
  let stopped = false;

  function read(line: string): void {
    const event = parsed(line);
    // Cut off in the middle: it comes again.
    if (event === undefined) return;
    const { type, object } = event;
    if (type !== 'ADDED' && type !== 'MODIFIED' && type !== 'DELETED') {
      problem = line;
      return;
    }
    const { namespace, name, resourceVersion } = object.metadata ?? {};
    version = resourceVersion ?? version;
    if (namespace === MARKER_NAMESPACE) markers.add(name ?? '');
    else take({ type, object, at: Date.now() });
  }

  /** The API server hangs up on whoever reads too slowly; what came meanwhile it still has. */
  async function open(): Promise<void> {
    current = await openWatch(`${plane.handle.url}${PODS}?watch=1&resourceVersion=${version}`, agent);
    const lines = createInterface({ input: current });
    lines.on('line', read);
    for (const stream of [lines, current]) stream.on('error', () => {});
    lines.on('close', () => {
      if (stopped || problem !== undefined) return;
      open().catch((error: unknown) => {
        problem = String(error);
      });
    });
  }

  function isMarked(name: string): boolean {
    if (problem !== undefined) throw new GiveUp(`the watch of pods broke off: ${problem}`);
    return markers.has(name);
  }

  async function upToNow(): Promise<void> {
    const marker = await client.create<KubeObject>(podsPath(MARKER_NAMESPACE), MARKER);
    const name = marker.metadata?.name ?? '';
    await waitFor('the watch has come so far', () => isMarked(name), Boolean, { everyMs: 20 });
    await client.delete(`${podsPath(MARKER_NAMESPACE)}/${name}?gracePeriodSeconds=0`);
  }

  function stop(): void {
    stopped = true;
    current?.destroy();
    agent.destroy();
  }

  await open();
  return { upToNow, stop };
}

export interface PodWatch extends Following {
  /** Of the namespaces that were asked for; it grows. */
  readonly events: readonly PodEvent[];
}

/** Records from now on. */
export async function watchPods(plane: Access, namespaces: readonly string[]): Promise<PodWatch> {
  const events: PodEvent[] = [];
  const wanted = new Set(namespaces);
  const following = await followPods(plane, (event) => {
    if (wanted.has(event.object.metadata?.namespace ?? '')) events.push(event);
  });
  return { events, ...following };
}
