/** The settings of fairness between tenants before the cluster's scheduler. */
import { DEFAULT_SCHEDULER } from '../../kube/workloads/pod-defaults.ts';
import { listOf, oneOf, section, text, wholeNumber } from './schema-node.ts';

/**
 * A scheduler at its default of 50 requests a second places so many in half a second, which is what the next tenant waits;
 * and a gate that is taken off reaches it within a tenth of that (docs/fairness.md has what was measured).
 */
const WINDOW = 25;
const LARGEST_WINDOW = 5_000;

/** What people start by hand, or a Deployment of usual size, never has a gate: a second's work of that scheduler. */
const SHARE = 50;
const LARGEST_SHARE = 5_000;

const USUAL_WEIGHT = 1;
const LARGEST_WEIGHT = 100;

export const fairnessSettings = section({
  reload: 'live',
  description:
    "Turns between tenants before the cluster's scheduler, by scheduling gates: one tenant's thousands of pods do not make the next " +
    "one's ten wait for all of them. Kubernetes only (docs/fairness.md).",
  properties: {
    mode: oneOf(['off', 'on'], {
      default: 'off',
      description:
        '`on` lets new pods of tenants that have more than a share waiting get the gate `daemonward.dev/fair-share`, which the holder of ' +
        'the Lease takes off in turns. `off` sets none, and takes off those that are there. Needs the right to patch pods, which ' +
        'an installation gives where the file has this setting, whatever its value (`install --overlay fairness`).',
    }),
    schedulers: listOf('identity', {
      default: [DEFAULT_SCHEDULER],
      description:
        'Whose pods have turns, by `spec.schedulerName`. Each scheduler has a queue, and turns, of its own. By default that of Kubernetes.',
    }),
    share: wholeNumber(1, LARGEST_SHARE, {
      default: SHARE,
      description:
        'How many pods of a tenant may wait for a scheduler before its next ones get a gate. By default a second of what a scheduler ' +
        'with default settings places.',
    }),
    window: wholeNumber(1, LARGEST_WINDOW, {
      default: WINDOW,
      description:
        'How many pods wait at a scheduler without a gate while there are gated ones: enough that it never runs out of work, and no more than ' +
        'the next tenant may wait for. By default half a second of what a scheduler with default settings places.',
    }),
    weights: {
      type: 'array',
      default: [],
      uniqueItems: true,
      description: 'Tenants that have more turns than others. The first item that names a tenant counts.',
      items: {
        ...section({
          reload: 'live',
          description: 'The weight of some tenants.',
          properties: {
            tenant: text('pattern', {
              description:
                'The name of a tenant, or a pattern. A namespace without a tenant is one of its own, of its own name.',
            }),
            weight: wholeNumber(1, LARGEST_WEIGHT, {
              default: USUAL_WEIGHT,
              description: 'How many turns it has for each turn of a tenant that no item names.',
            }),
          },
        }),
        required: ['tenant'],
      },
    },
  },
});
