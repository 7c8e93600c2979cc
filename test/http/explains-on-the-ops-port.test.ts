import { expect, test } from 'vitest';
import { isObject } from '../../src/json/object.ts';
import { tokenAccess } from '../../src/server/access/token-access.ts';
import { OPS_ROUTES } from '../../src/server/observe/ops.ts';
import { DaemonCluster } from '../unit/headroom/cluster-of-daemons.ts';
import { startTestService } from './service.ts';

function cluster(): DaemonCluster {
  const world = new DaemonCluster().synced();
  world.node('n1', '1');
  world.node('n2');
  world.daemonSet('agent');
  world.daemonPod('agent', { node: 'n1', bound: false });
  world.putTenantPod('big', { node: 'n1', cpu: '600m' });
  world.putTenantPod('web', { cpu: '3800m' });
  world.putTenantPod('other', { namespace: 'kitchen', cpu: '3800m' });
  for (const name of ['shop', 'kitchen', 'kube-system']) world.put('namespaces', { metadata: { name } });
  return world;
}

const get = (url: string, headers: Record<string, string> = {}) => fetch(url, { headers });

test('a DaemonSet, one of its nodes, a pod and a node are explained in JSON', async () => {
  const { opsUrl } = await startTestService({ view: cluster().store });
  const json = async (path: string): Promise<unknown> => (await get(`${opsUrl}${path}`)).json();

  expect(await json('/explain/daemonsets/kube-system/agent')).toMatchObject({
    kind: 'DaemonSet',
    nodes: 2,
    states: { waiting: 1, held: 1 },
  });
  expect(await json('/explain/daemonsets/kube-system/agent?node=n1')).toMatchObject({
    nodes: 1,
    cells: [{ node: 'n1', state: 'waiting', why: { shortfalls: [{ resource: 'cpu', missing: '100m' }] } }],
  });
  expect(await json('/explain/pods/shop/web')).toMatchObject({
    kind: 'Pod',
    state: 'waiting',
    waiting: { verdicts: { held: 1, short: 1 }, refused: [{ node: 'n2' }] },
  });
  expect(await json('/explain/nodes/n1')).toMatchObject({
    kind: 'Node',
    room: [{ resource: 'cpu', allocatable: '1', free: '400m', held: '500m', left: '-100m' }, {}, {}],
  });
});

test.each([
  ['?format=text', {}],
  ['', { accept: 'text/plain' }],
])('as text for a terminal: %j %j', async (query, headers) => {
  const { opsUrl } = await startTestService({ view: cluster().store });

  const answer = await get(`${opsUrl}/explain/daemonsets/kube-system/agent${query}`, headers);

  expect(answer.headers.get('content-type')).toContain('text/plain');
  expect(await answer.text()).toContain('cpu: asks for 500m, 400m free of 1, 100m missing');
});

test.each([
  ['/explain/daemonsets/kube-system/agnet', 404, 'did you mean agent?'],
  ['/explain/daemonsets/nowhere/agent', 404, 'there is no namespace nowhere'],
  ['/explain/daemonsets/kube-system/agent?node=n3', 404, 'there is no node n3; there are the nodes n1, n2'],
  ['/explain/daemonsets/kube-system/agent?nodes=-1', 400, 'nodes: must be all or a whole number'],
  ['/explain/daemonsets/kube-system/agent?format=xml', 400, 'format: must be text or json, found "xml"'],
  [
    '/explain/pods/shop/wbe',
    404,
    'there is no pod wbe in the namespace shop, where there are the pods big, web',
  ],
  [`/explain/nodes/${'n'.repeat(300)}`, 400, 'name: must be a name of at most 253 characters'],
  ['/explain/nodes', 404, 'there is no path /explain/nodes'],
  ['/decisions?since=x', 400, 'since: must be a whole number'],
])('%s: %i, and what is known', async (path, status, message) => {
  const { opsUrl } = await startTestService({ view: cluster().store });

  const answer = await get(`${opsUrl}${path}`);

  expect(answer.status).toBe(status);
  expect(await answer.json()).toMatchObject({ error: { message: expect.stringContaining(message) } });
});

test('what was decided can be followed, and is part of the explanation of its pod', async () => {
  const world = cluster();
  const { opsUrl, post } = await startTestService({ view: world.store });
  const json = async (path: string): Promise<unknown> => (await get(`${opsUrl}${path}`)).json();
  const ask = () =>
    post('/scheduler/filter', { Pod: world.tenantPod('web', { cpu: '3800m' }), NodeNames: ['n2'] });

  await ask();
  const first = await json('/decisions');
  await ask();

  expect(first).toMatchObject({ latest: 1, decisions: [{ kind: 'filter', codes: { DW504: 1 }, times: 1 }] });
  expect(await json('/decisions?since=1')).toMatchObject({
    latest: 2,
    decisions: [{ sequence: 2, times: 2 }],
  });
  expect(await json('/decisions?since=2')).toMatchObject({ decisions: [] });
  expect(await json('/explain/pods/shop/web')).toMatchObject({ decisions: [{ kind: 'filter', times: 2 }] });
});

test('a pod that is gone is explained by what was decided about it', async () => {
  const world = cluster();
  const { opsUrl, post } = await startTestService({ view: world.store });
  await post('/scheduler/filter', { Pod: world.tenantPod('web', { cpu: '3800m' }), NodeNames: ['n2'] });

  world.gone('pods', 'web');

  const answer = await get(`${opsUrl}/explain/pods/shop/web`);
  expect(await answer.json()).toMatchObject({ state: 'gone', decisions: [{ kind: 'filter' }] });
});

test('the description for programs has every path, and every parameter of each', async () => {
  const { opsUrl } = await startTestService({ view: cluster().store });

  const description: unknown = await (await get(`${opsUrl}/openapi.json`)).json();

  if (!isObject(description) || !isObject(description.paths)) throw new Error('no paths');
  expect(Object.keys(description.paths)).toEqual([...Object.keys(OPS_ROUTES), '/forecast']);
  expect(description.paths['/explain/daemonsets/{namespace}/{name}']).toMatchObject({
    get: {
      parameters: [
        { name: 'namespace', in: 'path', required: true },
        { name: 'name', in: 'path', required: true },
        { name: 'node', in: 'query' },
        { name: 'nodes', in: 'query' },
        { name: 'tenant', in: 'query' },
        { name: 'partition', in: 'query' },
        { name: 'format', in: 'query' },
      ],
    },
  });
});

/** Tokens are the names of their owners: root may read all, shop-people the namespace shop. */
function withTokens() {
  return tokenAccess({
    reviews: {
      ownerOf: async (token) => ({ username: token, uid: '', groups: [], extra: {} }),
      mayRead: async ({ username }, namespace) =>
        username === 'root' || (username === 'shop-people' && namespace === 'shop'),
    },
    hasTenants: false,
    now: () => performance.now(),
    failed: () => {},
  });
}

test("a tenant's token reads the explanations of its own pods, and nothing else", async () => {
  const { opsUrl } = await startTestService({ view: cluster().store, access: withTokens() });
  const paths = Object.keys(OPS_ROUTES).map((path) =>
    path.replace('{namespace}', 'kube-system').replace('{name}', 'agent'),
  );
  const statusOf = async (path: string, token?: string) =>
    (await get(`${opsUrl}${path}`, token === undefined ? {} : { authorization: `Bearer ${token}` })).status;
  const open: string[] = [];
  for (const path of paths) if ((await statusOf(path, 'shop-people')) < 400) open.push(path);

  expect(open).toEqual(['/livez', '/readyz', '/metrics', '/version', '/openapi.json']);
  expect(await statusOf('/explain/pods/shop/web', 'shop-people')).toBe(200);
  expect(await statusOf('/explain/pods/kitchen/other', 'shop-people')).toBe(403);
  expect(await statusOf('/explain/pods/kitchen/none', 'shop-people')).toBe(403);
  expect(await statusOf('/explain/pods/shop/web')).toBe(401);
  expect(await statusOf('/explain/pods/kitchen/other', 'root')).toBe(200);
  expect(await statusOf('/state', 'root')).toBe(200);
});

test('who shows no token is told how', async () => {
  const { opsUrl } = await startTestService({ view: cluster().store, access: withTokens() });

  const answer = await get(`${opsUrl}/state`);

  expect(answer.headers.get('www-authenticate')).toBe('Bearer');
  expect(await answer.json()).toMatchObject({ error: { code: 'token-missing' } });
});
