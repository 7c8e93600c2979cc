/** The kind Order on a real API server: what it takes, what it refuses by itself, and what it shows. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { orderDefinition } from '../../src/render/workload/order-definition.ts';
import { MISTAKES, WELL_MADE } from '../unit/orders/order-mistakes.ts';
import type { KubeObject } from './harness/client.ts';
import { type ControlPlane, startControlPlane } from './harness/control-plane.ts';

const EXAMPLES = join(import.meta.dirname, '..', '..', 'examples', 'orders');
const ORDERS = '/apis/daemonward.dev/v1alpha1/namespaces/kube-system/orders';

let plane: ControlPlane;

beforeAll(async () => {
  plane = await startControlPlane();
  const input = JSON.stringify(orderDefinition().object);
  const { code, stderr } = await plane.kubectl(['apply', '--validate=strict', '-f', '-'], { input });
  expect([code, stderr]).toEqual([0, '']);
  const established = [
    'wait',
    '--for=condition=Established',
    'crd',
    'orders.daemonward.dev',
    '--timeout=30s',
  ];
  expect((await plane.kubectl(established)).code).toBe(0);
});

afterAll(() => plane?.stop());

function create(order: unknown, ...flags: readonly string[]) {
  const input = JSON.stringify(order);
  return plane.kubectl(['create', '-n', 'kube-system', '--validate=strict', ...flags, '-f', '-'], { input });
}

test('the definition is taken without a word against it', async () => {
  const definition = await plane
    .client()
    .get<KubeObject & { status?: { conditions?: { type: string; status: string }[] } }>(
      '/apis/apiextensions.k8s.io/v1/customresourcedefinitions/orders.daemonward.dev',
    );
  const conditions = definition.status?.conditions ?? [];

  expect(conditions.filter(({ type }) => type === 'NonStructuralSchema')).toEqual([]);
  expect(conditions.find(({ type }) => type === 'NamesAccepted')?.status).toBe('True');
});

test.each(readdirSync(EXAMPLES))('examples/orders/%s is taken as it is', async (file) => {
  const order: unknown = parse(readFileSync(join(EXAMPLES, file), 'utf8'));

  const { code, stderr } = await create(order);

  expect([code, stderr]).toEqual([0, '']);
});

test('what a manifest leaves out is filled in', async () => {
  const template = { spec: { resources: { requests: { cpu: '1' } } } };
  const order = { ...WELL_MADE, metadata: { name: 'least' }, spec: { daemonSet: true, template } };

  const made = await plane.client().create<KubeObject>(ORDERS, order);

  expect(made).toMatchObject({
    spec: {
      enforcement: 'Hold',
      strategy: { type: 'OneTime', refreshPolicy: 'OnClaim', timeZone: 'UTC' },
      template: { spec: { duration: '24h' } },
    },
  });
});

test.each(MISTAKES)(
  '$what: refused by the API server, which names $field',
  async ({ order, field, says }) => {
    const { code, stderr } = await create(order, '--dry-run=server');

    expect(code).toBe(1);
    expect(stderr).toContain(field);
    expect(stderr).toContain(says);
  },
);

test.each([
  ['spec.template.spec.nodeName', { nodeName: 'node-1' }],
  ['spec.template.spec.topologySpreadConstraints', { topologySpreadConstraints: [] }],
])('%s, which has no place in it, is an unknown field', async (field, more) => {
  const template = { spec: { resources: { requests: { cpu: '1' } }, ...more } };

  const { code, stderr } = await create(
    { ...WELL_MADE, spec: { daemonSet: true, template } },
    '--dry-run=server',
  );

  expect(code).toBe(1);
  expect(stderr).toContain(`unknown field "${field}"`);
});

test('the status is written apart from the spec, and the columns show it', async () => {
  const status = {
    eligible: 5,
    held: 3,
    claimed: 1,
    short: 1,
    shortNodes: [{ node: 'node-4', reason: 'Insufficient cpu' }],
    conditions: [
      {
        type: 'Ready',
        status: 'False',
        reason: 'Short',
        message: 'm',
        lastTransitionTime: '2026-01-01T00:00:00Z',
      },
    ],
  };
  await plane.client().create<KubeObject>(ORDERS, { ...WELL_MADE, metadata: { name: 'shown' } });

  await plane.client().patch(`${ORDERS}/shown/status`, { status }, 'merge');
  const { stdout } = await plane.kubectl(['get', 'dwo', 'shown', '-n', 'kube-system', '--no-headers']);

  expect(stdout.trim().split(/\s+/).slice(0, 8)).toEqual([
    'shown',
    'OneTime',
    'Hold',
    '5',
    '3',
    '1',
    '1',
    'False',
  ]);
});
