/** A cluster whose pods wait, for tests of turns: tenants are namespaces of their names. */
import { ClusterStore } from '../../../src/cluster/store/store.ts';
import { defaultConfiguration } from '../../../src/config/schema/schema.ts';
import { type FairnessSettings, fairnessSettings } from '../../../src/fairness/settings.ts';
import { WaitingBook } from '../../../src/fairness/waiting-book.ts';
import type { JsonObject } from '../../../src/json/object.ts';
import { FAIR_SHARE_GATE } from '../../../src/kube/scheduling-gates.ts';
import { createTenantResolver } from '../../../src/tenancy/tenant.ts';
import { project } from '../cluster/records.ts';

export const OURS = { name: FAIR_SHARE_GATE };
export const OTHERS = { name: 'example.com/other' };

export interface PodWish {
  readonly gates?: readonly JsonObject[];
  readonly priority?: number;
  /** In seconds. */
  readonly createdAt?: number;
  readonly group?: string;
  readonly scheduler?: string;
  readonly node?: string;
  readonly reason?: string;
  readonly nominated?: string;
}

type FairnessSection = ReturnType<typeof defaultConfiguration>['fairness'];

export function waitingCluster(
  section: Partial<FairnessSection> = {},
  tenants: readonly string[] = ['a', 'b', 'c'],
) {
  const configuration = defaultConfiguration();
  const settingsOf = (more: Partial<FairnessSection>): FairnessSettings =>
    fairnessSettings({
      ...configuration,
      fairness: { ...configuration.fairness, mode: 'on', share: 5, window: 4, ...section, ...more },
    });
  let settings = settingsOf({});
  let now = 0;
  let version = 0;
  const store = new ClusterStore({ kind: 'snapshot', detail: 'a test' });
  for (const name of tenants) store.put('namespaces', project('namespaces', { metadata: { name } }));
  const book = new WaitingBook(
    store,
    () => settings,
    () => now,
  );
  const resolve = createTenantResolver(settings.tenancy);
  const tenantOf = (namespace: string) =>
    resolve({ namespace, objectTenant: undefined, record: store.within('').namespace(namespace) });

  function put(tenant: string, name: string, wish: PodWish = {}): void {
    const { gates = [], group, node, reason, nominated, createdAt = 1, priority = 0 } = wish;
    version += 1;
    const condition = { type: 'PodScheduled', status: 'False', reason };
    const object = {
      metadata: {
        namespace: tenant,
        name,
        uid: `${tenant}/${name}`,
        resourceVersion: String(version),
        creationTimestamp: new Date(createdAt * 1000).toISOString(),
        labels: group === undefined ? {} : { 'daemonward.dev/group': group },
      },
      spec: {
        priority,
        schedulingGates: gates,
        schedulerName: wish.scheduler ?? 'default-scheduler',
        ...(node !== undefined && { nodeName: node }),
      },
      status: { conditions: reason === undefined ? [] : [condition], nominatedNodeName: nominated },
    };
    store.put('pods', project('pods', object));
  }

  return {
    book,
    store,
    put,
    /** As the API server does with a new pod; whether it got a gate. */
    create(tenant: string, name: string, wish: PodWish = {}): boolean {
      const isGated = book.gates({
        namespace: tenant,
        tenant: tenantOf(tenant),
        scheduler: wish.scheduler ?? 'default-scheduler',
        group: wish.group ?? '',
        dryRun: false,
      });
      put(tenant, name, { ...wish, gates: [...(wish.gates ?? []), ...(isGated ? [OURS] : [])] });
      return isGated;
    },
    asks(tenant: string, group = '', dryRun = false): boolean {
      const scheduler = 'default-scheduler';
      return book.gates({ namespace: tenant, tenant: tenantOf(tenant), scheduler, group, dryRun });
    },
    gated(tenant: string, count: number, wish: PodWish = {}): void {
      for (let index = 0; index < count; index += 1) put(tenant, `g${index}`, { ...wish, gates: [OURS] });
    },
    /** What is due now, as `tenant/name`, and the view shows it. */
    release(most = 1_000): string[] {
      const due = book.due(most);
      for (const { namespace, name } of due) put(namespace, name);
      return due.map(({ namespace, name }) => `${namespace}/${name}`);
    },
    bind(uid: string): void {
      const [tenant = '', name = ''] = uid.split('/');
      put(tenant, name, { node: 'n1' });
    },
    remove(uid: string): void {
      store.remove('pods', uid);
    },
    pass(ms: number): void {
      now += ms;
      book.look();
    },
    configure(more: Partial<FairnessSection>): void {
      settings = settingsOf(more);
    },
  };
}

export function tenantsOf(released: readonly string[]): string[] {
  return released.map((uid) => uid.split('/')[0] ?? '');
}
