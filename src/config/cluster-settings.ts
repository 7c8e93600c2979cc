/** The settings of the view of the cluster: where it comes from and when it is too old. */
import type { SectionNode } from './schema-node.ts';

/** What kubectl and client-go ask for: some megabytes of pods at a time. */
const PAGE_SIZE = 500;
const LARGEST_PAGE = 10_000;

/** API servers send a bookmark every minute when nothing else happens: one and a half leaves room for delay. */
const WATCH_IDLE_SECONDS = 90;
/** Two bookmarks missed, and a new watch not yet open. */
const STALE_AFTER_SECONDS = 150;
const LONGEST_SILENCE_SECONDS = 3_600;

export const clusterSettings = {
  type: 'object',
  description: 'Where the picture of the cluster comes from.',
  additionalProperties: false,
  default: {},
  properties: {
    source: {
      type: 'string',
      enum: ['auto', 'watch', 'snapshot'],
      default: 'auto',
      'x-reload': 'restart',
      description:
        '`watch` follows a live cluster, `snapshot` reads files once. `auto` takes `snapshots` when there are some, ' +
        'else the cluster of `kubeconfig`, `$KUBECONFIG`, the pod or `~/.kube/config`, else the example cluster.',
    },
    kubeconfig: {
      type: 'string',
      format: 'path',
      'x-reload': 'restart',
      description: 'The kubeconfig to use instead of what the surroundings offer.',
    },
    context: {
      type: 'string',
      'x-reload': 'restart',
      description: 'The context of the kubeconfig, instead of its current one.',
    },
    flavor: {
      type: 'string',
      enum: ['kubernetes', 'arktos'],
      default: 'kubernetes',
      'x-reload': 'restart',
      description:
        'On `arktos` all tenants are watched, by its own paths, and `rules.DW102` is enforced by default.',
    },
    pageSize: {
      type: 'integer',
      minimum: 1,
      maximum: LARGEST_PAGE,
      default: PAGE_SIZE,
      'x-reload': 'restart',
      description: 'How many objects a list asks for at a time.',
    },
    watchIdleSeconds: {
      type: 'integer',
      minimum: 1,
      maximum: LONGEST_SILENCE_SECONDS,
      default: WATCH_IDLE_SECONDS,
      'x-reload': 'restart',
      description: 'A watch that has been silent for so long is taken for dead and opened anew.',
    },
    staleAfterSeconds: {
      type: 'integer',
      minimum: 1,
      maximum: LONGEST_SILENCE_SECONDS,
      default: STALE_AFTER_SECONDS,
      'x-reload': 'live',
      description: 'With no news of a kind for so long the view counts as stale, and `/readyz` says so.',
    },
    snapshots: {
      type: 'array',
      items: { type: 'string', format: 'path' },
      uniqueItems: true,
      default: [],
      'x-reload': 'restart',
      description: 'The files to read. None means the example cluster that ships with Daemonward.',
    },
  },
} as const satisfies SectionNode;
