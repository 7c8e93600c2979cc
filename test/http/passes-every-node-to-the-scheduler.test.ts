import { expect, test } from 'vitest';
import { startTestService } from './service.ts';

const Pod = { metadata: { name: 'web-1', namespace: 'tenant-a', uid: 'u1' }, spec: {} };

test('names come back as names', async () => {
  const { post } = await startTestService();

  const answer = await post('/scheduler/filter', { Pod, Nodes: null, NodeNames: ['b', 'a', 'ü"\\'] });

  expect(answer.json()).toEqual({
    Nodes: null,
    NodeNames: ['b', 'a', 'ü"\\'],
    FailedNodes: {},
    FailedAndUnresolvableNodes: {},
    Error: '',
  });
});

test('whole nodes come back byte for byte, with their 64-bit numbers', async () => {
  const { call } = await startTestService();
  const nodes =
    '{"metadata":{}, "items":[ {"metadata":{"name":"n1","hashKey":9007199254740993}, "x": 1.0} ]}';
  const body = `{"Pod":${JSON.stringify(Pod)},"Nodes":${nodes},"NodeNames":null}`;

  const answer = await call('/scheduler/filter', { body });

  expect(answer.text).toContain(`{"Nodes":${nodes},"NodeNames":null,`);
});

test.each([
  ['lower case, as schedulers before 1.18 sent', 'pod', 'nodenames'],
  ['camel case', 'pod', 'nodeNames'],
  ['upper case', 'POD', 'NODENAMES'],
])('keys are read in %s', async (_case, podKey, namesKey) => {
  const { post } = await startTestService();

  const answer = await post('/scheduler/filter', { [podKey]: Pod, [namesKey]: ['n1'] });

  expect(answer.json()).toMatchObject({ NodeNames: ['n1'] });
});

test.each([
  ['nothing', { Pod }],
  ['nulls', { Pod, Nodes: null, NodeNames: null }],
  ['a list of null', { Pod, Nodes: { items: null }, NodeNames: null }],
  ['an empty list', { Pod, NodeNames: [] }],
])('%s is answered by an empty list, never by null', async (_what, args) => {
  const { post } = await startTestService();

  const answer = await post('/scheduler/filter', args);

  expect(answer.json()).toMatchObject({ Nodes: null, NodeNames: [] });
});

test('prioritize gives every node the same whole score, in both forms', async () => {
  const { post } = await startTestService();

  const byName = await post('/scheduler/prioritize', { Pod, NodeNames: ['n1', 'n2'] });
  const byNode = await post('/scheduler/prioritize', {
    Pod,
    Nodes: { items: [{ metadata: { name: 'n3' } }] },
  });

  expect(byName.json()).toEqual([
    { Host: 'n1', Score: 0 },
    { Host: 'n2', Score: 0 },
  ]);
  expect(byNode.json()).toEqual([{ Host: 'n3', Score: 0 }]);
});

test('preempt keeps candidates as they are and drops those without victims', async () => {
  const { post } = await startTestService();
  const NodeNameToMetaVictims = {
    n1: { Pods: [{ UID: 'a' }, { UID: 'b' }], NumPDBViolations: 1 },
    n2: { Pods: null, NumPDBViolations: 0 },
    n3: { Pods: [] },
    n4: null,
  };

  const answer = await post('/scheduler/preempt', { Pod, NodeNameToVictims: null, NodeNameToMetaVictims });

  expect(answer.json()).toEqual({
    NodeNameToMetaVictims: { n1: { Pods: [{ UID: 'a' }, { UID: 'b' }], NumPDBViolations: 1 } },
  });
});

test('preempt answers whole victims by their UIDs', async () => {
  const { post } = await startTestService();
  const NodeNameToVictims = { n1: { Pods: [{ metadata: { uid: 'a' } }], NumPDBViolations: 2 } };

  const answer = await post('/scheduler/preempt', { Pod, NodeNameToVictims, NodeNameToMetaVictims: null });

  expect(answer.json()).toEqual({
    NodeNameToMetaVictims: { n1: { Pods: [{ UID: 'a' }], NumPDBViolations: 2 } },
  });
});

test.each([
  ['/scheduler/filter', { NodeNames: [] }, 'Pod: must be an object'],
  ['/scheduler/filter', { Pod: {} }, 'Pod.metadata: must be an object'],
  ['/scheduler/filter', { Pod, NodeNames: 'n1' }, 'NodeNames: must be a list of strings or null'],
  ['/scheduler/filter', { Pod, NodeNames: ['n1', 2] }, 'NodeNames[1]: must be a string'],
  ['/scheduler/filter', { Pod, Nodes: [] }, 'Nodes: must be an object with items, or null'],
  ['/scheduler/filter', { Pod, Nodes: { items: {} } }, 'Nodes.items: must be a list or null'],
  ['/scheduler/filter', { Pod, Nodes: { items: [{}] } }, 'Nodes.items[0].metadata.name: must be a string'],
  ['/scheduler/prioritize', { Pod: null }, 'Pod: must be an object'],
  [
    '/scheduler/preempt',
    { Pod, NodeNameToMetaVictims: [] },
    'NodeNameToMetaVictims: must be an object or null',
  ],
  [
    '/scheduler/preempt',
    { Pod, NodeNameToMetaVictims: { n1: { Pods: [{}] } } },
    'NodeNameToMetaVictims["n1"].Pods[0]: must carry a UID',
  ],
  [
    '/scheduler/preempt',
    { Pod, NodeNameToMetaVictims: { n1: { NumPDBViolations: 0.5 } } },
    'NumPDBViolations: must be a whole number',
  ],
  [
    '/scheduler/preempt',
    { Pod, NodeNameToMetaVictims: { n1: { NumPDBViolations: 1e30 } } },
    'NumPDBViolations: must be a whole number',
  ],
])('%s with a wrong field is refused by name', async (path, args, message) => {
  const { post } = await startTestService();

  const answer = await post(path, args);

  expect(answer.status).toBe(400);
  expect(answer.json()).toEqual({
    error: { code: 'invalid-field', message: expect.stringContaining(message) },
  });
});
