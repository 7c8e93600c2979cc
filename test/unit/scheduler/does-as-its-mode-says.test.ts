import { expect, test } from 'vitest';
import { clusterWith, filterOver, refusedWith } from './cluster-with-agent.ts';

test('audit answers as if there were no holds, and tells what it would have refused', () => {
  const cluster = clusterWith(['n1']);
  const { filter, told } = filterOver(cluster, { headroom: { mode: 'audit' } });

  expect(filter('large', { cpu: '4' }, ['n1'])).toEqual(refusedWith({}, ['n1']));
  expect(told.filtered).toMatchObject([{ audited: true, nodes: new Map([['DW504', 1]]) }]);
});

test('off neither refuses nor tells', () => {
  const cluster = clusterWith(['n1']);
  const { filter, told, extender } = filterOver(cluster, { headroom: { mode: 'off' } });

  expect(filter('large', { cpu: '4' }, ['n1'])).toEqual(refusedWith({}, ['n1']));
  expect(told.filtered).toEqual([]);
  expect(extender.inFlight.size).toBe(0);
});

test('new settings hold from the next call on', () => {
  const cluster = clusterWith(['n1']);
  const { filter, reconfigure, clock } = filterOver(cluster, { headroom: { mode: 'off' } });
  const passes = () => filter('large', { cpu: '4' }, ['n1']);

  expect(passes()).toMatchObject({ NodeNames: ['n1'] });
  reconfigure({ headroom: { mode: 'enforce' } });
  expect(passes()).toMatchObject({ NodeNames: [] });
  reconfigure({ headroom: { daemonSets: [{ namespace: 'elsewhere', name: '*' }] } });
  expect(passes()).toMatchObject({ NodeNames: ['n1'] });
  reconfigure({ headroom: { resources: ['memory'] } });
  expect(passes()).toMatchObject({ NodeNames: ['n1'] });
  clock.now = 60_000;
  reconfigure({ headroom: { patience: '2m' } });
  expect(passes()).toMatchObject({ NodeNames: [] });
  reconfigure({ headroom: { patience: '1s' } });
  clock.now += 1_000;
  expect(passes()).toMatchObject({ NodeNames: ['n1'] });
});
