import { describe, expect, test } from 'vitest';
import { resizeReview, resizesOn } from './resizes.ts';

/** As many annotations as 256 KiB of them can hold, in the new object and in the old: more values than a review is read with. */
const ANNOTATIONS = Object.fromEntries(
  Array.from({ length: 60_000 }, (_, index) => [index.toString(36), '']),
);

function podOf(cpu: string, namespace = 'shop') {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'web', namespace, uid: 'web', annotations: ANNOTATIONS },
    spec: { nodeName: 'n1', containers: [{ name: 'web', resources: { requests: { cpu } } }] },
  };
}

test('a pod with too many annotations to be read does not grow into held room because the hook fails open', () => {
  const { put, askResize } = resizesOn();
  put('web', { cpu: '1' });

  const answer = askResize(podOf('1'), podOf('4'));

  expect(answer.allowed).toBe(false);
  expect(answer.status?.message).toMatch(
    /^DW508 cannot be judged beside the room of daemons: \(body\): must not have/,
  );
});

test('one of the system itself is an error as before: it is not kept from growing', () => {
  const { askResize } = resizesOn();

  const ask = () =>
    askResize(podOf('1', 'kube-system'), podOf('4', 'kube-system'), { namespace: 'kube-system' });

  expect(ask).toThrow(/too-many-values|must not have more than/);
});

test('in audit it passes, and is told', () => {
  const { askResize, events } = resizesOn({
    change: (configuration) => ({ ...configuration, rules: { ...configuration.rules, DW508: 'audit' } }),
  });

  const answer = askResize(podOf('1'), podOf('4'));

  expect(answer.allowed).toBe(true);
  expect(events.at(-1)?.decision.audited.map(({ code }) => code)).toEqual(['DW508']);
});

describe('whatever else the request holds', () => {
  const user = { username: 'mallory', groups: ['tenants'], extra: { object: ['x'], 'a"object': ['y'] } };

  test.each<[what: string, request: object]>([
    ['extras of the user that are called object', { userInfo: user }],
    ['groups by the thousand', { userInfo: { username: 'm', groups: Array(3_000).fill('g'.repeat(60)) } }],
    ['fields after the objects', { options: { kind: 'UpdateOptions', dryRun: ['All'] } }],
  ])('%s', (_, request) => {
    const { askResize } = resizesOn();

    const answer = askResize(podOf('1'), podOf('4'), request);

    expect(answer.status?.message).toMatch(/^DW508 /);
  });

  test('that it is a dry run, which an API server says after the objects', () => {
    const { askLast, events } = withLast({ dryRun: true });

    const answer = askLast();

    expect(answer.allowed).toBe(false);
    expect(events.at(-1)?.dryRun).toBe(true);
  });
});

/** Fields behind the objects, as Go writes them. */
function withLast(last: object) {
  const { events, askReview } = resizesOn();
  const { request, ...envelope } = resizeReview(podOf('1'), podOf('4'));
  const { dryRun: _, ...first } = request;
  return { events, askLast: () => askReview({ ...envelope, request: { ...first, ...last } }) };
}
