/** Provokes the admission reviews that become fixtures, and picks them. */
import type { Access } from './harness/access.ts';
import { createNamespace } from './harness/namespaces.ts';
import { createNodes } from './harness/nodes.ts';
import type { RecordingServer } from './harness/recording-server.ts';
import { type ArrivedByPath, type Door, registerWebhooks, reviewPath } from './harness/webhooks.ts';
import { type Fixture, record, type Wanted } from './record-fixtures.ts';
import { type Deed, deeds, type Expected } from './record-review-deeds.ts';

const DOORS: readonly Door[] = ['mutate', 'validate'];

interface Review {
  request: { operation: string; namespace: string; userInfo: { username: string } };
}

/** Both doors see every write: first the mutating one, then the validating one. */
function wantedReviews(
  { namespace }: Deed,
  { event, what, resource, operation, username }: Expected,
): Wanted[] {
  return DOORS.map((door) => ({
    name: `${door}-${resource}-${event}`,
    what,
    path: reviewPath(door, resource),
    matches(body) {
      const { request }: Review = JSON.parse(body);
      const asked = request.operation === operation && request.namespace === namespace;
      return asked && request.userInfo.username === username;
    },
  }));
}

function arrivedAt({ recorded }: RecordingServer): ArrivedByPath {
  const byPath = Map.groupBy(recorded, ({ path }) => path);
  return Object.fromEntries([...byPath].map(([path, requests]) => [path, requests.length]));
}

export async function recordReviews(plane: Access, server: RecordingServer): Promise<Fixture[]> {
  const client = plane.client();
  const pool = 'reviews';
  const [system, tenant, old] = await Promise.all([
    createNamespace(plane, 'node-agents'),
    createNamespace(plane, 'tenant-a', { tenant: 'tenant-a' }),
    createNamespace(plane, 'old-version'),
    createNodes(client, 1, { namePrefix: pool }),
  ]);
  const { url, ca } = server;
  const arrived = () => arrivedAt(server);
  const now = { name: 'recorded', url, ca, namespaces: [system, tenant] };
  const before = { name: 'recorded-v1beta1', url, ca, namespaces: [old], reviewVersion: 'v1beta1' } as const;
  await registerWebhooks(client, now, arrived);
  await registerWebhooks(client, before, arrived);

  const fixtures: Fixture[] = [];
  for (const deed of deeds({ system, tenant, old, pool })) {
    const { as, namespace, args, object } = deed;
    const wanted = deed.expected.flatMap((expected) => wantedReviews(deed, expected));
    const input = object === undefined ? {} : { input: JSON.stringify(object) };
    const made = await record(server, wanted, async () => {
      const { code, stderr } = await plane.kubectl([...args, `--namespace=${namespace}`], { as, ...input });
      if (code !== 0) throw new Error(`kubectl ${args.join(' ')}: ${stderr}`);
    });
    fixtures.push(...made);
  }
  return fixtures;
}
