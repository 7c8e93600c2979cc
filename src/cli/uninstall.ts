/** `daemonward uninstall` */
import { uninstall as removeAll } from '../install/uninstall.ts';
import { type Command, switchFlag } from './command.ts';
import { CLUSTER_FLAGS, onCluster, patienceFrom, WAIT_FLAGS } from './flags/cluster-flags.ts';

export const uninstall: Command = {
  details:
    'Deletes everything that carries the label app.kubernetes.io/part-of=daemonward, whoever applied it: webhooks and\n' +
    'policies first, so that from then on nobody is refused anything, then what runs, and at last the namespace, if it was\n' +
    'made by the installation. Needs no Daemonward that answers. --dry-run shows what would be deleted.\n' +
    'Orders are what people have written: their kind, and they with it, are kept as long as there is one, unless --orders is given.\n' +
    'Gates of fairness are taken off all pods, which schedulers then place.\n' +
    "The scheduler's configuration is yours to clean: until then its calls fail, and it goes on without.",
  options: {
    orders: switchFlag('delete the Orders of all namespaces too, with their kind'),
    ...CLUSTER_FLAGS,
    ...WAIT_FLAGS,
  },
  examples: [
    ['daemonward uninstall --dry-run', 'what would be deleted'],
    ['daemonward uninstall --no-wait', 'delete, and do not wait until it is gone'],
  ],
  run(args, terminal) {
    const patience = patienceFrom(args);
    return onCluster(args, terminal, (target) => removeAll(target, patience, args.has('orders')));
  },
};
