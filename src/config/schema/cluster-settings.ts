/** The settings of the view of the cluster: where it comes from and when it is too old. */
import { FLAVORS } from '../../kube/flavor.ts';
import { PARTITION_ROLES } from '../../kube/partition-roles.ts';
import { listOf, oneOf, section, text, wholeNumber } from './schema-node.ts';

/** What kubectl and client-go ask for: some megabytes of pods at a time. */
const PAGE_SIZE = 500;
const LARGEST_PAGE = 10_000;

/** API servers send a bookmark every minute when nothing else happens: one and a half leaves room for delay. */
const WATCH_IDLE_SECONDS = 90;
/** Two bookmarks missed, and a new watch not yet open. */
const STALE_AFTER_SECONDS = 150;
const LONGEST_SILENCE_SECONDS = 3_600;

export const clusterSettings = section({
  reload: 'restart',
  description: 'Where the picture of the cluster comes from.',
  properties: {
    source: oneOf(['auto', 'watch', 'snapshot'], {
      default: 'auto',
      description:
        '`watch` follows a live cluster, `snapshot` reads files once. `auto` takes `snapshots` when there are some, ' +
        'else the cluster of `kubeconfig`, `$KUBECONFIG`, the pod or `~/.kube/config`. With none of them the start fails: the ' +
        'example cluster is for `serve --example` alone.',
    }),
    kubeconfig: text('path', {
      description: 'The kubeconfig to use instead of what the surroundings offer.',
    }),
    context: {
      type: 'string',
      description: 'The context of the kubeconfig, instead of its current one.',
    },
    partitions: {
      type: 'array',
      default: [],
      uniqueItems: true,
      description:
        'The API servers of a cluster that has several: some have the pods, others the nodes. None means one that has everything. ' +
        'With some, `source` is `auto` or `watch`, and `kubeconfig`, `context` and `snapshots` are left out. See ' +
        '[partitions](partitions.md).',
      items: {
        ...section({
          reload: 'restart',
          description: 'One API server of several.',
          properties: {
            name: text('namespace', {
              description:
                'What it is called in paths, metrics, the log and `explain`: lower case letters, digits and "-", at most 63. Each has ' +
                'its own. Where two have an object that should be only once, such as a node of one name, that of the first counts.',
            }),
            role: oneOf(PARTITION_ROLES, {
              description:
                '`tenant`: has pods, DaemonSets, namespaces, priority classes and Orders, and a scheduler. `resource`: has nodes. At ' +
                'least one of each.',
            }),
            kubeconfig: text('path', { description: 'The kubeconfig that leads to it.' }),
            context: {
              type: 'string',
              description: 'The context of the kubeconfig, instead of its current one.',
            },
          },
        }),
        required: ['name', 'role', 'kubeconfig'],
      },
    },
    flavor: oneOf(FLAVORS, {
      default: 'kubernetes',
      description:
        'On `arktos` all tenants are watched, by its own paths, and `rules.DW102` is enforced by default.',
    }),
    pageSize: wholeNumber(1, LARGEST_PAGE, {
      default: PAGE_SIZE,
      description: 'How many objects a list asks for at a time.',
    }),
    watchIdleSeconds: wholeNumber(1, LONGEST_SILENCE_SECONDS, {
      default: WATCH_IDLE_SECONDS,
      description: 'A watch that has been silent for so long is taken for dead and opened anew.',
    }),
    staleAfterSeconds: wholeNumber(1, LONGEST_SILENCE_SECONDS, {
      default: STALE_AFTER_SECONDS,
      'x-reload': 'live',
      description: 'With no news of a kind for so long the view counts as stale, and `/readyz` says so.',
    }),
    snapshots: listOf('path', {
      default: [],
      description: 'The files to read, all of them one cluster.',
    }),
  },
});
