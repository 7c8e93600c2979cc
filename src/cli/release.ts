/** `daemonward release` */
import { releaseGates } from '../install/release-gates.ts';
import { type Command, switchFlag, usageError, valueFlag } from './command.ts';
import { CLUSTER_FLAGS, onCluster } from './flags/cluster-flags.ts';

export const release: Command = {
  details:
    'Takes the gate daemonward.dev/fair-share off every pod that has it, so that schedulers place them; gates of others stay.\n' +
    'For when Daemonward is away for good, or not to take turns any more (docs/fairness.md): needs no Daemonward that answers, only the\n' +
    'right to list and patch pods. While one runs with fairness.mode on, new pods may get a gate again.',
  options: {
    all: switchFlag('in all namespaces'),
    namespace: valueFlag('NAMESPACE', 'in this one only', { short: 'n' }),
    ...CLUSTER_FLAGS,
  },
  examples: [
    ['daemonward release --all --dry-run', 'which pods have a gate'],
    ['daemonward release --all', 'take all gates off'],
  ],
  run(args, terminal) {
    const namespace = args.text('namespace');
    if (args.has('all') === (namespace !== undefined)) {
      throw usageError(args, 'give --all, or --namespace NAMESPACE for one namespace only');
    }
    return onCluster(args, terminal, async (target) => {
      await releaseGates(target, namespace);
    });
  },
};
