/** `daemonward install` */
import type { ApiClient } from '../cluster/api/api-client.ts';
import type { Configuration } from '../config/schema/schema.ts';
import type { Target } from '../install/apply.ts';
import { install as installAll, type Patience, type Plan } from '../install/install.ts';
import { releaseGates } from '../install/release-gates.ts';
import { registrationsFor } from '../render/render.ts';
import { injection } from '../render/workload/cert-manager.ts';
import { completedConfiguration, withoutOtherOverlays } from '../render/workload/configuration.ts';
import {
  IMAGE,
  type Installation,
  OVERLAY_WORDS,
  OVERLAYS,
  type Overlay,
  SCHEDULER_IMAGE,
  SCHEDULER_VERSION,
} from '../render/workload/installation.ts';
import { workload } from '../render/workload/workload.ts';
import {
  type Arguments,
  CONFIG_FLAG,
  type Command,
  type Terminal,
  usageError,
  valueFlag,
} from './command.ts';
import { CLUSTER_FLAGS, onCluster, patienceFrom, WAIT_FLAGS } from './flags/cluster-flags.ts';
import {
  authorityFor,
  type ConfigurationText,
  checked,
  type Place,
  placeFrom,
} from './flags/registered-place.ts';
import { targetFrom, URL_FLAG } from './flags/target-flags.ts';

export const install: Command = {
  details:
    'Applies what manifests/ has (namespace, rights, Deployment, Service and what belongs to them), waits until it is ready,\n' +
    'and only then registers the webhooks and policies, with the CA in. Run again it upgrades, or changes what the flags\n' +
    'change, and deletes what is no longer part of it. --dry-run shows all of it, field by field.\n' +
    'What no flag says stays as the installation in the cluster has it: configuration, image, overlays. --overlay names all\n' +
    'that there are to be, and --overlay default is the plain way again.\n' +
    '\n' +
    'Overlays:\n' +
    `${OVERLAYS.map((overlay) => `  ${overlay.padEnd(18)} ${OVERLAY_WORDS[overlay]}`).join('\n')}`,
  options: {
    config: CONFIG_FLAG,
    namespace: valueFlag('NAMESPACE', 'where it is to run (default: where it is, else daemonward-system)', {
      short: 'n',
    }),
    image: valueFlag(
      'IMAGE',
      `what runs (default: what runs already, else ${IMAGE}, which every node must then have)`,
    ),
    overlay: valueFlag('NAME', 'a way to run it that differs from the plain one', { multiple: true }),
    url: URL_FLAG,
    ...CLUSTER_FLAGS,
    ...WAIT_FLAGS,
  },
  examples: [
    ['daemonward install --image registry.example.com/daemonward:0.1.0', 'install, or upgrade'],
    ['daemonward install --overlay high-availability --dry-run', 'what another way to run it would change'],
  ],
  run(args, terminal) {
    const patience = patienceFrom(args);
    const overlays = overlaysFrom(args);
    return onCluster(args, terminal, async (target) => {
      const place = await placeFrom(args, target.api);
      const plan = await planFrom(args, terminal, { place, overlays, target, patience });
      await installAll(plan, target, patience);
      // With the overlay goes the right to take gates off, and nobody would.
      const had = place.installed?.overlays.has('fairness') ?? false;
      if (had && overlays?.has('fairness') === false) await releaseGates(target);
    });
  },
};

/** No overlay, as the folder of manifests/ is called. */
const PLAIN = 'default';

/** Undefined when no flag says it. */
function overlaysFrom(args: Arguments): Installation['overlays'] | undefined {
  const texts = args.texts('overlay');
  if (texts.length === 0) return undefined;
  if (texts.length === 1 && texts[0] === PLAIN) return new Set();
  return new Set(
    texts.map((text): Overlay => {
      const overlay = OVERLAYS.find((name) => name === text);
      if (overlay !== undefined) return overlay;
      if (text === PLAIN) throw usageError(args, `--overlay ${PLAIN} goes with no other`);
      throw usageError(args, `--overlay "${text}" is none of ${[PLAIN, ...OVERLAYS].join(', ')}`);
    }),
  );
}

interface Wanted {
  readonly place: Place;
  readonly overlays: Installation['overlays'] | undefined;
  readonly target: Target;
  readonly patience: Patience;
}

async function planFrom(args: Arguments, terminal: Terminal, wanted: Wanted): Promise<Plan> {
  const { place, target, patience } = wanted;
  const { api } = target;
  const { namespace, installed } = place;
  const overlays = wanted.overlays ?? installed?.overlays ?? new Set();
  const given = args.has('config') ? place.given : withoutOthers(place.given, overlays);
  // What is wrong with the file is said with its own lines, before anything is added to it.
  checked(given, overlays.has('arktos'), terminal.err);
  const text = completedConfiguration(given.text, overlays);
  const configuration = checked({ ...given, text }, false);
  const image = args.text('image') ?? installed?.image ?? IMAGE;
  if (!image.includes('/')) {
    terminal.err(`note: ${image} names no registry; every node must have it already, or give --image\n`);
  }
  const schedulerImage = overlays.has('second-scheduler') ? await schedulerImageFor(api) : '';
  const objects = workload({ namespace, image, schedulerImage, configuration: text, overlays });
  return {
    namespace,
    workload: objects.map(({ object }) => object),
    registrations: () => registrations(args, { place, configuration, overlays, target, patience }),
  };
}

/** What an overlay has brought goes with it, and not what somebody wrote. */
function withoutOthers(given: ConfigurationText, overlays: Installation['overlays']): ConfigurationText {
  return { ...given, text: withoutOtherOverlays(given.text, overlays) };
}

interface Registering {
  readonly place: Place;
  readonly configuration: Configuration;
  readonly overlays: Installation['overlays'];
  readonly target: Target;
  readonly patience: Patience;
}

async function registrations(args: Arguments, registering: Registering) {
  const { place, configuration, overlays, target, patience } = registering;
  const { namespace } = place;
  const isInjected = overlays.has('cert-manager');
  const isKnown = !isInjected && !(target.dryRun && place.installed === undefined);
  const timeoutMs = patience.wait ? patience.timeoutMs : 0;
  const caBundle = isKnown ? await authorityFor(args, target.api, place, configuration, timeoutMs) : '';
  const where = { target: targetFrom(args, namespace), namespace };
  const manifests = registrationsFor(where, configuration, {
    caBundle,
    now: new Date(),
    ...(isInjected && { annotations: injection(namespace) }),
  });
  return manifests.map(({ object }) => object);
}

/** The cluster's own version; what a provider adds behind it (`-gke.1`, `+k3s1`) is not in the name of the image. */
async function schedulerImageFor(api: ApiClient): Promise<string> {
  const { gitVersion } = await api.get('/version');
  const [version = SCHEDULER_VERSION] = /^v\d+\.\d+\.\d+/.exec(String(gitVersion)) ?? [];
  return `${SCHEDULER_IMAGE}:${version}`;
}
