/** What people do with kubectl to provoke reviews, in this order, and which reviews come of it. */
import type { KubeObject } from './harness/client.ts';
import { IDENTITIES, type Identity } from './harness/identities.ts';
import type { Reviewed } from './harness/webhooks.ts';
import { daemonSetObject, deploymentObject, podObject } from './harness/workloads.ts';

export interface Expected {
  /** A part of the fixture's name. */
  event: string;
  /** For the index. */
  what: string;
  resource: Reviewed;
  operation: 'CREATE' | 'UPDATE' | 'DELETE';
  username: string;
}

export interface Deed {
  as: Identity;
  namespace: string;
  /** Of kubectl. */
  args: string[];
  /** Its standard input. */
  object?: KubeObject;
  expected: Expected[];
}

export interface Stage {
  system: string;
  tenant: string;
  /** Whose registration asks for reviews in v1beta1. */
  old: string;
  pool: string;
}

function byPerson(as: Identity, about: Omit<Expected, 'username'>): Expected {
  return { ...about, username: IDENTITIES[as].user };
}

function byController(name: string, about: Omit<Expected, 'username'>): Expected {
  return { ...about, username: `system:serviceaccount:kube-system:${name}` };
}

const CREATE = ['create', '-f', '-'];

/** Each review is the first of its kind after its deed: a deed must not provoke two that look the same. */
export function deeds({ system, tenant, old, pool }: Stage): Deed[] {
  const work = { pool };
  const critical = { pool, priorityClassName: 'system-node-critical' };
  const daemonset = { resource: 'daemonsets', operation: 'CREATE' } as const;
  const update = { resource: 'daemonsets', operation: 'UPDATE' } as const;
  const deletion = { resource: 'daemonsets', operation: 'DELETE' } as const;
  const pod = { resource: 'pods', operation: 'CREATE' } as const;
  return [
    {
      as: 'admin',
      namespace: system,
      args: CREATE,
      object: daemonSetObject('agent', critical),
      expected: [
        byPerson('admin', {
          ...daemonset,
          event: 'created-by-cluster-admin',
          what: 'kubectl create, by a cluster admin',
        }),
        byController('daemon-set-controller', {
          ...pod,
          event: 'created-by-daemonset-controller',
          what: 'a pod of the DaemonSet controller: no name yet, its pin and tolerations',
        }),
      ],
    },
    {
      as: 'tenant-a-admin',
      namespace: tenant,
      args: CREATE,
      object: daemonSetObject('agent', work),
      expected: [
        byPerson('tenant-a-admin', {
          ...daemonset,
          event: 'created-by-tenant-admin',
          what: "kubectl create, by a tenant's admin",
        }),
      ],
    },
    {
      as: 'admin',
      namespace: system,
      args: [...CREATE, '--dry-run=server'],
      object: daemonSetObject('tried', work),
      expected: [
        byPerson('admin', {
          ...daemonset,
          event: 'created-as-dry-run',
          what: 'kubectl create --dry-run=server',
        }),
      ],
    },
    {
      as: 'admin',
      namespace: system,
      args: ['apply', '--server-side', '-f', '-'],
      object: daemonSetObject('applied', work),
      expected: [
        byPerson('admin', {
          ...daemonset,
          event: 'created-by-server-side-apply',
          what: 'kubectl apply --server-side',
        }),
      ],
    },
    {
      as: 'admin',
      namespace: system,
      args: ['set', 'image', 'daemonset/agent', 'main=main:2.0'],
      expected: [byPerson('admin', { ...update, event: 'template-updated', what: 'kubectl set image' })],
    },
    {
      as: 'admin',
      namespace: system,
      args: ['annotate', 'daemonset/agent', 'example.com/note=seen'],
      expected: [byPerson('admin', { ...update, event: 'metadata-updated', what: 'kubectl annotate' })],
    },
    {
      as: 'admin',
      namespace: system,
      args: ['delete', 'daemonset/applied'],
      expected: [byPerson('admin', { ...deletion, event: 'deleted', what: 'kubectl delete' })],
    },
    {
      as: 'admin',
      namespace: system,
      args: ['delete', 'daemonset/agent', '--cascade=foreground', '--wait=false'],
      expected: [
        byController('generic-garbage-collector', {
          ...update,
          event: 'finalizer-removed-by-garbage-collector',
          what: 'kubectl delete --cascade=foreground, after its pods were gone',
        }),
      ],
    },
    {
      as: 'admin',
      namespace: old,
      args: CREATE,
      object: daemonSetObject('agent', work),
      expected: [
        byPerson('admin', {
          ...daemonset,
          event: 'created-as-v1beta1',
          what: 'a registration that asks for v1beta1',
        }),
      ],
    },
    {
      as: 'tenant-a-user',
      namespace: tenant,
      args: CREATE,
      object: podObject('web', work),
      expected: [
        byPerson('tenant-a-user', {
          ...pod,
          event: 'created-by-tenant-user',
          what: "a bare pod, by a tenant's user",
        }),
      ],
    },
    {
      as: 'tenant-a-user',
      namespace: tenant,
      args: CREATE,
      object: deploymentObject('shop', work),
      expected: [
        byController('replicaset-controller', {
          ...pod,
          event: 'created-by-replicaset-controller',
          what: 'a pod of a Deployment',
        }),
      ],
    },
    {
      as: 'admin',
      namespace: tenant,
      args: ['delete', `namespace/${tenant}`, '--wait=false'],
      expected: [
        byController('namespace-controller', {
          ...deletion,
          event: 'deleted-with-namespace',
          what: 'the end of its namespace',
        }),
      ],
    },
  ];
}
