/** A filter call while daemons are in flight to every node that it names, against the same call while none is. */

import type { Effort } from './effort.ts';
import { clusterOf, DAEMONS, nodeNames } from './filter-by-names.ts';
import { inProcess } from './in-process.ts';
import type { Row } from './result.ts';

/** Beside the four daemons of each node: 2,500 in flight. */
const NODES = 625;

/** What a scheduler sends of 5,000 nodes. */
const NAMED = 500;

const NONE = 'none in flight';

export async function daemonsInFlight(effort: Effort): Promise<Row[]> {
  const names = nodeNames(NODES);
  const quiet = clusterOf(names, true);
  const busy = clusterOf(names, true);
  for (const daemon of DAEMONS) {
    for (const name of names) {
      const Pod = daemonPod(daemon, name);
      // What the view does not show leaves the account after seconds, in the middle of the measuring.
      for (const { put } of [quiet, busy]) put('pods', Pod);
      busy.ask('filter', { Pod, NodeNames: [name] });
    }
  }
  const NodeNames = names.slice(0, NAMED);
  const contest = {
    what: `filter, ${NAMED} names, room held on every node, ${busy.extender.account.daemonsInFlight.size} daemons in flight`,
    bodies: [Buffer.from(JSON.stringify({ Pod: quiet.pod, Nodes: null, NodeNames }))],
    work: (body: Buffer) => busy.doors.get('/scheduler/filter')?.answer(body),
    others: [{ name: NONE, work: (body: Buffer) => quiet.doors.get('/scheduler/filter')?.answer(body) }],
    goals: { [NONE]: null },
  };
  return [await inProcess(contest, effort)];
}

function daemonPod(daemon: string, node: string) {
  const owner = { apiVersion: 'apps/v1', kind: 'DaemonSet', name: daemon, uid: daemon, controller: true };
  const pin = { matchFields: [{ key: 'metadata.name', operator: 'In', values: [node] }] };
  const required = { nodeSelectorTerms: [pin] };
  const uid = `${daemon}-${node}`;
  return {
    metadata: { name: uid, namespace: 'kube-system', uid, ownerReferences: [owner] },
    spec: {
      priority: 2_000_001_000,
      affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: required } },
      containers: [{ name: daemon, resources: { requests: { cpu: '100m', memory: '128Mi' } } }],
    },
    status: { phase: 'Pending' },
  };
}
