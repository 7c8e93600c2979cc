/** What `daemonward render` does: from the flags to the text. */
import { loadConfiguration } from '../config/load.ts';
import { problemText } from '../config/problem.ts';
import { type Configuration, defaultConfiguration, type Flavor, withDefaults } from '../config/schema.ts';
import { CertificateError } from '../server/certificate-source.ts';
import { type Arguments, EXIT, type ExitCode, type Terminal, UsageError } from './command.ts';
import { policySettings } from './policy-settings.ts';
import { caBundleFor } from './render-ca.ts';
import { type Manifest, manifests } from './render-manifests.ts';
import { renderNotes } from './render-notes.ts';
import { type RenderOptions, renderOptions } from './render-options.ts';
import { extendersBlock, type SchedulerRendering, secondScheduler } from './render-scheduler.ts';
import { addressOf, hostOf } from './render-target.ts';
import { jsonText, plainText, singleJsonText, singleYamlText, yamlText } from './render-text.ts';

const HEAD = 'Made by daemonward render; make it anew when the configuration changes.';
const HEAD_WITHOUT_CA =
  `${HEAD}\n` +
  'There is NO CA in it: every caBundle is empty. The webhooks cannot be called before it is filled in,\n' +
  'and those with failurePolicy Fail refuse until then.';

const SCHEDULER_HEAD = 'Made by daemonward render; make it anew when the CA or the address changes.';
const SCHEDULER_HEAD_WITHOUT_CA =
  `${SCHEDULER_HEAD}\n` +
  'There is NO CA in it: caData is empty. Before it is filled in the scheduler cannot verify Daemonward, and goes on\n' +
  'without it.';

const NOT_FOR_KUBECTL =
  'The rest is for the scheduler, and a comment, because kubectl cannot apply it: daemonward render --scheduler prints it\n' +
  'alone, and docs/scheduler.md says where it belongs.';

export async function runRender(args: Arguments, terminal: Terminal): Promise<ExitCode> {
  const options = renderOptions(args);
  const read = configurationFrom(args);
  if (!read.ok) {
    terminal.err(read.lines.map((line) => `${line}\n`).join(''));
    return EXIT.usage;
  }
  const { configuration } = read;
  const now = new Date();
  const caBundle = caFrom(args, configuration, now);
  const text = textFor(options, configuration, caBundle, now);
  for (const note of [...read.lines, ...renderNotes(options, configuration)]) terminal.err(`${note}\n`);
  terminal.out(text);
  return EXIT.fine;
}

function textFor(options: RenderOptions, configuration: Configuration, caBundle: string, now: Date): string {
  const { output, target, namespace, what } = options;
  const extender = schedulerRendering(options, configuration, caBundle);
  if (what.kind !== 'registrations') {
    const manifest =
      what.kind === 'scheduler' ? extendersBlock(extender) : secondOne(extender, what.name, namespace);
    if (output === 'json') return singleJsonText(manifest.object);
    return singleYamlText(manifest, caBundle === '' ? SCHEDULER_HEAD_WITHOUT_CA : SCHEDULER_HEAD);
  }
  const settings = policySettings(configuration);
  const objects = manifests({ settings, target, caBundle, namespace, now });
  if (output === 'json') return jsonText(objects);
  const tail = `${NOT_FOR_KUBECTL}\n${plainText(extendersBlock(extender))}`;
  return yamlText(objects, caBundle === '' ? HEAD_WITHOUT_CA : HEAD, tail);
}

function schedulerRendering(
  { profile, target, schedulerUrl }: RenderOptions,
  { cluster }: Configuration,
  caBundle: string,
): SchedulerRendering {
  return {
    profile,
    url: schedulerUrl ?? addressOf(target),
    serverName: hostOf(target),
    caBundle,
    arktos: cluster.flavor === 'arktos',
    byServiceName: schedulerUrl === undefined && 'service' in target,
  };
}

function secondOne(extender: SchedulerRendering, name: string, namespace: string): Manifest {
  if (!extender.arktos) return secondScheduler({ ...extender, name, namespace });
  throw new UsageError(
    `render: --second-scheduler is not for Arktos; start one there with the Policy of --scheduler, --scheduler-name ${name} and --lock-object-name ${name}`,
  );
}

type Read =
  | { readonly ok: true; readonly configuration: Configuration; readonly lines: readonly string[] }
  | { readonly ok: false; readonly lines: readonly string[] };

/** The flavor decides some defaults: the flag has its say before they are filled in. */
function configurationFrom(args: Arguments): Read {
  const path = args.text('config');
  const flavor: { flavor?: Flavor } = args.has('arktos') ? { flavor: 'arktos' } : {};
  if (path === undefined) {
    const { apiVersion, kind } = defaultConfiguration();
    const configuration = withDefaults({ apiVersion, kind, cluster: flavor });
    return { ok: true, configuration, lines: [] };
  }
  const loaded = loadConfiguration(path, flavor);
  if (!loaded.ok) return { ok: false, lines: loaded.problems.map(problemText) };
  const { configuration, warnings } = loaded;
  const cluster = { ...configuration.cluster, ...flavor };
  return { ok: true, configuration: { ...configuration, cluster }, lines: warnings.map(problemText) };
}

function caFrom(args: Arguments, configuration: Configuration, now: Date): string {
  try {
    return caBundleFor(args.text('ca'), configuration, now);
  } catch (error) {
    if (error instanceof CertificateError) throw new UsageError(`render: ${error.message}`);
    throw error;
  }
}
