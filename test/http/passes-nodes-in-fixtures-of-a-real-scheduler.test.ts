import { expect, test } from 'vitest';
import { type Fixture, fixturesAt } from './fixtures.ts';
import { startTestService } from './service.ts';

interface ExtenderArgs {
  readonly Nodes: { readonly items: readonly { readonly metadata: { readonly name: string } }[] } | null;
  readonly NodeNames: readonly string[] | null;
}

interface Victims<P> {
  readonly Pods: readonly P[];
  readonly NumPDBViolations: number;
}

interface PreemptionArgs {
  readonly NodeNameToVictims: Readonly<Record<string, Victims<{ metadata: { uid: string } }>>> | null;
  readonly NodeNameToMetaVictims: Readonly<Record<string, Victims<{ UID: string }>>> | null;
}

/** Fixtures of one verb, apart by the form of the nodes: an empty table would be a test that cannot fail. */
function calls(verb: string, form: 'names' | 'nodes'): Fixture[] {
  const found = fixturesAt((path) => path === `/scheduler/${verb}`).filter(({ file }) =>
    file.startsWith(`${verb}-${form}-`),
  );
  if (found.length === 0) throw new Error(`no fixture of ${verb} with ${form}`);
  return found;
}

/** The node list as it stands in the body: the scheduler writes it between the pod and the names. */
function rawNodes(text: string): string {
  const start = text.indexOf(',"Nodes":{') + ',"Nodes":'.length;
  return text.slice(start, text.lastIndexOf(',"NodeNames":null}'));
}

function hostsOf({ text }: Fixture): string[] {
  const { Nodes, NodeNames }: ExtenderArgs = JSON.parse(text);
  return [...(NodeNames ?? []), ...(Nodes?.items ?? []).map(({ metadata }) => metadata.name)];
}

test.each(calls('filter', 'names'))('$file: every name comes back', async ({ path, text }) => {
  const { call } = await startTestService();
  const { NodeNames }: ExtenderArgs = JSON.parse(text);

  const answer = await call(path, { body: text });

  expect(NodeNames).not.toHaveLength(0);
  expect(answer.json()).toEqual({
    Nodes: null,
    NodeNames,
    FailedNodes: {},
    FailedAndUnresolvableNodes: {},
    Error: '',
  });
});

test.each(calls('filter', 'nodes'))('$file: every node comes back, byte for byte', async ({ path, text }) => {
  const { call } = await startTestService();
  const nodes = rawNodes(text);

  const answer = await call(path, { body: text });

  expect(JSON.parse(nodes)).toHaveProperty('items');
  expect(answer.status).toBe(200);
  expect(answer.text.startsWith(`{"Nodes":${nodes},"NodeNames":null,`)).toBe(true);
  expect(answer.json()).toMatchObject({ FailedNodes: {}, FailedAndUnresolvableNodes: {}, Error: '' });
});

test.each([...calls('prioritize', 'names'), ...calls('prioritize', 'nodes')])(
  '$file: every host once, with a whole score',
  async (fixture) => {
    const { call } = await startTestService();
    const hosts = hostsOf(fixture);

    const answer = await call(fixture.path, { body: fixture.text });

    expect(hosts.length).toBeGreaterThan(1);
    // As text: 1.0 and 1e1 are whole numbers to JavaScript, and errors to Go.
    expect(answer.text).toMatch(/^\[(\{"Host":"[^"]+","Score":\d+\},?)+\]$/);
    expect(answer.json()).toEqual(hosts.map((Host) => ({ Host, Score: expect.any(Number) })));
  },
);

test.each(calls('preempt', 'names'))('$file: the same victims come back', async ({ path, text }) => {
  const { call } = await startTestService();
  const { NodeNameToMetaVictims }: PreemptionArgs = JSON.parse(text);

  const answer = await call(path, { body: text });

  expect(Object.keys(NodeNameToMetaVictims ?? {})).not.toHaveLength(0);
  expect(answer.json()).toEqual({ NodeNameToMetaVictims });
});

test.each(calls('preempt', 'nodes'))('$file: the victims come back by uid', async ({ path, text }) => {
  const { call } = await startTestService();
  const { NodeNameToVictims }: PreemptionArgs = JSON.parse(text);
  const victims = Object.entries(NodeNameToVictims ?? {}).map(([node, { Pods, NumPDBViolations }]) => [
    node,
    { Pods: Pods.map(({ metadata }) => ({ UID: metadata.uid })), NumPDBViolations },
  ]);

  const answer = await call(path, { body: text });

  expect(victims).not.toHaveLength(0);
  expect(answer.json()).toEqual({ NodeNameToMetaVictims: Object.fromEntries(victims) });
});
