/** The one line in which `kubectl apply` warns of what a DaemonSet will find. */
import { expect, test } from 'vitest';
import { type ForecastSummary, forecastFindings } from '../../../../src/policy/rules/forecast.ts';
import { fitsOn } from './forecast-summary.ts';

const ALL_FIT = fitsOn(10);

test.each<[what: string, found: Partial<ForecastSummary>, says: string[]]>([
  ['it fits everywhere', {}, []],
  ['there are no nodes', { nodes: 0, eligible: 0, fits: 0 }, []],
  [
    'it belongs nowhere, for more reasons than are named',
    {
      eligible: 0,
      ineligible: [
        { reason: 'selector', nodes: 4 },
        { reason: 'taint', nodes: 3 },
        { reason: 'affinity', nodes: 2 },
        { reason: 'other', nodes: 1 },
      ],
    },
    ['DW401 belongs on none of 10 nodes: selector 4, taint 3, affinity 2'],
  ],
  [
    'one node has no room',
    { fits: 9, waits: 1, without: ['n1'] },
    ['DW402 fits on 9 of 10 eligible nodes; 1 has no room: n1'],
  ],
  [
    'several have none, some of them for a port',
    { fits: 8, waits: 2, portsTaken: 1, without: ['n1', 'n2'] },
    ['DW402 fits on 8 of 10 eligible nodes; 2 have no room (1: port taken): n1, n2'],
  ],
  [
    'one is too small',
    { fits: 9, never: 1, without: ['n1'] },
    ['DW402 fits on 9 of 10 eligible nodes; 1 is too small: n1'],
  ],
  [
    'several are too small, and some were not looked at',
    { fits: 7, never: 2, unknown: 1, without: ['n1', 'n2'] },
    ['DW402 fits on 7 of 10 eligible nodes; 2 are too small, 1 not looked at: n1, n2'],
  ],
  [
    'one pod is evicted',
    { fits: 9, preempts: 1, evicted: { pods: 1, tenants: 1 }, worst: [{ node: 'n1', pods: 1 }] },
    ['DW403 evicts 1 pod of 1 tenant on 1 of 10 eligible nodes, most on n1 (1)'],
  ],
  [
    'others are evicted, not everywhere, and not everything was looked at',
    {
      fits: 6,
      preempts: 2,
      waits: 1,
      unknown: 1,
      without: ['n9'],
      evicted: { pods: 5, tenants: 2 },
      worst: [
        { node: 'n1', pods: 3 },
        { node: 'n2', pods: 2 },
      ],
    },
    [
      'DW402 fits on 6 of 10 eligible nodes and on 2 by eviction; 1 has no room, 1 not looked at: n9',
      'DW403 evicts at least 5 pods of 2 tenants on 2 of 10 eligible nodes, most on n1 (3), n2 (2)',
    ],
  ],
])('%s', (_what, found, says) => {
  const findings = forecastFindings({ ...ALL_FIT, ...found });

  expect(findings.map(({ code, detail }) => `${code} ${detail}`)).toEqual(says);
});
