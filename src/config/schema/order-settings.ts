/** The settings of Orders: what guardians are made of, and how fast. Whether room is kept at all says `headroom`. */
import { oneOf, section, text, wholeNumber } from './schema-node.ts';

/** What Kubernetes' own node components use; every node of a usual cluster has it already. */
const GUARDIAN_IMAGE = 'registry.k8s.io/pause:3.10.1';

/** Made by the installation, one above what tenants may use: below every daemon that belongs above it. */
export const GUARDIAN_PRIORITY_CLASS = 'daemonward-guardian';

/** A thousand nodes in less than a minute, and hardly noticed by an API server that takes thousands of writes a second. */
const GUARDIANS_PER_SECOND = 20;
const MOST_GUARDIANS_PER_SECOND = 200;

export const orderSettings = section({
  reload: 'live',
  description:
    'Orders, which reserve room on every eligible node. `headroom.mode` says whether the filter keeps it. Where the cluster has no such kind, nothing of this matters.',
  properties: {
    guardians: oneOf(['off', 'on'], {
      default: 'off',
      'x-reload': 'restart',
      description:
        'Whether pods are made for Orders with `enforcement: Guardian`. Needs the right to create and delete pods, which an ' +
        'installation gives only where this is `on` (`install --overlay guardians`). While it is `off` such an Order is kept as `Hold`.',
    }),
    guardianImage: text('identity', {
      default: GUARDIAN_IMAGE,
      description: 'What guardians run: a program that waits. By default that of Kubernetes itself.',
    }),
    guardianPriorityClass: text('object-name', {
      default: GUARDIAN_PRIORITY_CLASS,
      description:
        'The priority class of guardians whose Order names none: above tenants, below daemons, and never preempting. By default ' +
        'the one that the installation makes.',
    }),
    guardiansPerSecond: wholeNumber(1, MOST_GUARDIANS_PER_SECOND, {
      default: GUARDIANS_PER_SECOND,
      description:
        'How many guardians are made or removed in a second, over all Orders. By default 1,000 nodes take less than a minute.',
    }),
  },
});
