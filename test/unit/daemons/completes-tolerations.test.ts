import { describe, expect, it } from 'vitest';
import { withDaemonTolerations } from '../../../src/daemons/tolerations.ts';
import { tolerates, untoleratedTaint } from '../../../src/kube/matching/taints.ts';

const NOT_READY = { key: 'node.kubernetes.io/not-ready', operator: 'Exists', effect: 'NoExecute' };

describe('the tolerations of a daemon pod', () => {
  it('are six, and a seventh on the host network', () => {
    expect(withDaemonTolerations({})).toHaveLength(6);
    expect(withDaemonTolerations({ hostNetwork: true }).at(6)?.key).toBe(
      'node.kubernetes.io/network-unavailable',
    );
  });

  it('replace the 300 seconds of an admission plugin in place, however often it stands there', () => {
    const limited = { ...NOT_READY, tolerationSeconds: 300 };
    const own = { key: 'dedicated', operator: 'Exists' };

    const merged = withDaemonTolerations({ tolerations: [limited, own, limited] });

    expect(merged.slice(0, 3)).toEqual([NOT_READY, own, NOT_READY]);
    expect(merged).toHaveLength(8);
  });

  it.each([
    ['an operator that is left out', { ...NOT_READY, operator: undefined }],
    ['no effect', { ...NOT_READY, effect: '' }],
    ['everything', { operator: 'Exists' }],
    ['a value', { ...NOT_READY, value: 'x' }],
    ['another key', { ...NOT_READY, key: 'node.kubernetes.io/other' }],
  ])('are added beside a toleration with %s', (_name, toleration) => {
    expect(withDaemonTolerations({ tolerations: [toleration] })).toHaveLength(7);
  });

  it('do not change when completed again', () => {
    const once = withDaemonTolerations({ tolerations: [{ key: 'a' }], hostNetwork: true });

    expect(withDaemonTolerations({ tolerations: once, hostNetwork: true })).toEqual(once);
  });
});

describe('a toleration', () => {
  const taint = { key: 'dedicated', value: 'gpu', effect: 'NoSchedule' };

  it.each([
    [{ key: 'dedicated', value: 'gpu', effect: 'NoSchedule' }, true],
    [{ key: 'dedicated', operator: 'Equal', value: 'gpu' }, true],
    [{ key: 'dedicated', operator: 'Exists', effect: 'NoExecute' }, false],
    [{ operator: 'Exists' }, true],
    [{ value: 'gpu' }, true],
    [{ key: 'dedicated', operator: 'Gt', value: '1' }, false],
    [{ key: 'dedicated', value: 'cpu' }, false],
    [{}, false],
  ])('%j covers dedicated=gpu:NoSchedule: %s', (toleration, expected) => {
    expect(tolerates(toleration, taint)).toBe(expected);
  });

  it('is asked for the given effects only', () => {
    expect(untoleratedTaint([taint], null, ['NoExecute'])).toBeNull();
    expect(untoleratedTaint([taint], [], ['NoSchedule'])).toBe(taint);
    expect(untoleratedTaint(null, null, ['NoSchedule'])).toBeNull();
  });
});
