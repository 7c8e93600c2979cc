/** `daemonward apply` */
import { injectedAuthority } from '../install/injected-authority.ts';
import { register } from '../install/install.ts';
import { registrationsFor } from '../render/render.ts';
import { CONFIG_FLAG, type Command, valueFlag } from './command.ts';
import { CLUSTER_FLAGS, onCluster, patienceFrom, WAIT_FLAGS } from './flags/cluster-flags.ts';
import { authorityFor, checked, ownNamespace, placeFrom } from './flags/registered-place.ts';
import { ARKTOS_FLAG, CA_FLAG, SERVICE_FLAG, targetFrom, URL_FLAG } from './flags/target-flags.ts';

export const apply: Command = {
  details:
    'What daemonward render prints, by server-side apply; and what was registered before and is no longer rendered is\n' +
    'deleted, such as the policy of a rule that is off. --dry-run shows what would change, field by field.\n' +
    'Without --config it takes the configuration that the installation in the cluster has. The CA is that of --ca, else\n' +
    'that of the Secret of server.tls.secret, else as for render. Where cert-manager keeps it, it goes on doing so.',
  options: {
    config: CONFIG_FLAG,
    namespace: valueFlag(
      'NAMESPACE',
      'where Daemonward runs (default: where it is, else daemonward-system)',
      {
        short: 'n',
      },
    ),
    service: SERVICE_FLAG,
    url: URL_FLAG,
    ca: CA_FLAG,
    arktos: ARKTOS_FLAG,
    ...CLUSTER_FLAGS,
    timeout: WAIT_FLAGS.timeout,
  },
  examples: [
    ['daemonward apply --dry-run', 'what would change, field by field'],
    ['daemonward apply --context prod -o json', 'in another cluster, told to a program'],
  ],
  run(args, terminal) {
    const { timeoutMs } = patienceFrom(args);
    return onCluster(args, terminal, async (target) => {
      const place = await placeFrom(args, target.api);
      const configuration = checked(place.given, args.has('arktos'), terminal.err);
      const annotations = args.has('ca') ? undefined : await injectedAuthority(target.api, place.installed);
      const caBundle =
        annotations === undefined
          ? await authorityFor(args, target.api, place, configuration, timeoutMs)
          : '';
      const namespace = ownNamespace(args, place, configuration);
      const where = { target: targetFrom(args, place.namespace), namespace };
      const manifests = registrationsFor(where, configuration, {
        caBundle,
        now: new Date(),
        ...(annotations && { annotations }),
      });
      await register(
        manifests.map(({ object }) => object),
        target,
      );
    });
  },
};
