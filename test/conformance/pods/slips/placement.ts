/** Where a pod may run, beside whom, and what it tolerates. */
import type { JsonObject } from '../../../../src/json/object.ts';
import { inSpec, type Slip } from './slip.ts';

const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution';
const PREFERRED = 'preferredDuringSchedulingIgnoredDuringExecution';

const terms = (about: string, podTerms: readonly JsonObject[], kind: string) =>
  inSpec(about, { affinity: { [kind]: { [REQUIRED]: podTerms } } });
const weights = [0, 1, 100, 101, -1];

const SELECTORS: readonly JsonObject[] = [
  {},
  { matchLabels: { app: 'web' } },
  { matchLabels: { 'a/b/c': 'web' } },
  { matchLabels: { app: 'two words' } },
  { matchExpressions: [{ key: 'app', operator: 'In', values: ['a'] }] },
  { matchExpressions: [{ key: 'app', operator: 'In' }] },
  { matchExpressions: [{ key: 'app', operator: 'NotIn', values: [] }] },
  { matchExpressions: [{ key: 'app', operator: 'Exists', values: ['a'] }] },
  { matchExpressions: [{ key: 'app', operator: 'DoesNotExist' }] },
  { matchExpressions: [{ key: 'app', operator: 'Gt', values: ['1'] }] },
  { matchExpressions: [{ key: '', operator: 'Exists' }] },
  { matchExpressions: [{ key: 'app', operator: 'In', values: ['-'] }] },
];

const POD_TERMS: readonly JsonObject[] = [
  ...SELECTORS.map((labelSelector) => ({ labelSelector, topologyKey: 'zone' })),
  ...SELECTORS.slice(2, 6).map((namespaceSelector) => ({
    labelSelector: {},
    namespaceSelector,
    topologyKey: 'zone',
  })),
  { labelSelector: {}, topologyKey: '' },
  { labelSelector: {}, topologyKey: 'a/b/c' },
  { labelSelector: {}, topologyKey: 'zone', namespaces: ['a', 'Upper', 'b.c'] },
  { topologyKey: 'zone' },
];

const requirement = (operator: string, values?: readonly string[], key = 'zone') => ({
  key,
  operator,
  ...(values !== undefined && { values }),
});
const expressions = [
  requirement('In', ['a']),
  requirement('In', []),
  requirement('NotIn'),
  requirement('Exists'),
  requirement('Exists', ['a']),
  requirement('DoesNotExist', ['a']),
  requirement('Gt', ['1']),
  requirement('Lt', ['1']),
  requirement('Gt', ['1', '2']),
  requirement('Lt', []),
  requirement('Near', ['a']),
  requirement('In', ['-']),
  requirement('In', ['a'], 'a/b/c'),
  requirement('Lt', ['1', '2']),
  requirement('DoesNotExist'),
  requirement('NotIn', ['a', '-', 'b', '-']),
  requirement('', ['a']),
];
const fields = [
  requirement('In', ['node-1'], 'metadata.name'),
  requirement('NotIn', ['node-1'], 'metadata.name'),
  requirement('In', ['node-1', 'node-2'], 'metadata.name'),
  requirement('NotIn', [], 'metadata.name'),
  requirement('Exists', [], 'metadata.name'),
  requirement('In', ['x'], 'metadata.namespace'),
  requirement('In', ['Upper'], 'metadata.name'),
  requirement('NotIn', ['a', 'Upper'], 'metadata.name'),
  requirement('', [], 'metadata.name'),
  requirement('Gt', ['1'], ''),
];
const spread = (topologySpreadConstraints: readonly JsonObject[]) => ({ topologySpreadConstraints });
const constraint = { maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'DoNotSchedule', labelSelector: {} };

export const PLACEMENT: readonly Slip[] = [
  terms('beside other pods', POD_TERMS, 'podAffinity'),
  terms('apart from other pods', POD_TERMS, 'podAntiAffinity'),
  ...['podAffinity', 'podAntiAffinity'].map((kind) =>
    inSpec(`weights of ${kind}`, {
      affinity: {
        [kind]: {
          [PREFERRED]: weights.map((weight) => ({
            weight,
            podAffinityTerm: { labelSelector: {}, topologyKey: weight > 0 ? 'zone' : '' },
          })),
        },
      },
    }),
  ),
  inSpec('labels of nodes', {
    affinity: { nodeAffinity: { [REQUIRED]: { nodeSelectorTerms: [{ matchExpressions: expressions }] } } },
  }),
  inSpec('names of nodes', {
    affinity: { nodeAffinity: { [REQUIRED]: { nodeSelectorTerms: [{ matchFields: fields }, {}] } } },
  }),
  inSpec('no term', { affinity: { nodeAffinity: { [REQUIRED]: { nodeSelectorTerms: [] } } } }),
  inSpec('weights of nodes', {
    affinity: {
      nodeAffinity: {
        [PREFERRED]: weights.map((weight) => ({
          weight,
          preference: { matchExpressions: [requirement('In', ['a'])] },
        })),
      },
    },
  }),
  inSpec('preferred nodes', {
    affinity: {
      nodeAffinity: {
        [PREFERRED]: [{ weight: 1, preference: { matchExpressions: expressions, matchFields: fields } }],
      },
    },
  }),
  inSpec('labels that nodes must have', { nodeSelector: { zone: 'a', 'a/b/c': 'b', x: 'two words' } }),
  inSpec(
    'skews',
    spread(
      [0, 1, -1, 2 ** 31 - 1].map((maxSkew, index) => ({
        ...constraint,
        maxSkew,
        topologyKey: `zone${index}`,
      })),
    ),
  ),
  inSpec(
    'keys of a spread',
    spread(['', 'a/b/c', 'zone'].map((topologyKey) => ({ ...constraint, topologyKey }))),
  ),
  inSpec(
    'answers of a spread',
    spread(
      ['DoNotSchedule', 'ScheduleAnyway', 'Never', ''].map((whenUnsatisfiable) => ({
        ...constraint,
        whenUnsatisfiable,
      })),
    ),
  ),
  inSpec(
    'selectors of a spread',
    spread(
      SELECTORS.map((labelSelector, index) => ({
        ...constraint,
        labelSelector,
        topologyKey: `zone${index}`,
      })),
    ),
  ),
  inSpec(
    'the same spread twice',
    spread([
      constraint,
      { ...constraint, maxSkew: 2 },
      { ...constraint, whenUnsatisfiable: 'ScheduleAnyway' },
      { ...constraint, topologyKey: 'host' },
      { ...constraint, maxSkew: 3 },
      { ...constraint, topologyKey: 'host', whenUnsatisfiable: 'ScheduleAnyway' },
    ]),
  ),
  inSpec('tolerations', {
    tolerations: [
      {},
      { operator: 'Exists' },
      { operator: 'Exists', value: 'x' },
      { key: 'a', operator: 'Exists', value: 'x' },
      { key: 'a', operator: 'Equal', value: 'x' },
      { key: 'a', value: 'two words' },
      { key: 'a', operator: 'Equal', value: '-' },
      { key: 'a/b/c' },
      { key: 'a', operator: 'In' },
      { key: 'a', effect: 'NoSchedule' },
      { key: 'a', effect: 'PreferNoSchedule' },
      { key: 'a', effect: 'NoExecute', tolerationSeconds: 5 },
      { key: 'a', effect: 'NoSchedule', tolerationSeconds: 5 },
      { key: 'a', tolerationSeconds: 0 },
      { key: 'a', effect: 'Never' },
    ],
  }),
  inSpec('a node of a wrong name', { nodeName: 'Upper' }),
  ...['Always', 'OnFailure', 'Never', 'Sometimes'].map((restartPolicy) =>
    inSpec(`restarted ${restartPolicy}`, { restartPolicy }),
  ),
  ...[0, 1, 2 ** 31 - 1, 2 ** 31, -1].map((activeDeadlineSeconds) =>
    inSpec(`a deadline of ${activeDeadlineSeconds}`, { activeDeadlineSeconds, restartPolicy: 'Never' }),
  ),
];
