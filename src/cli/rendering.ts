/** What `daemonward render` does: from the flags to the text. */
import { loadConfiguration } from '../config/load.ts';
import { problemText } from '../config/problem.ts';
import { type Configuration, defaultConfiguration, type Flavor, withDefaults } from '../config/schema.ts';
import { dnsLabelProblems } from '../kube/names.ts';
import { DEFAULT_NAMES, SERVICE_NAME, SERVICE_NAMESPACE } from '../server/certificate-folder.ts';
import { CertificateError } from '../server/certificate-source.ts';
import { type Arguments, EXIT, type ExitCode, type Terminal, UsageError } from './command.ts';
import { policySettings } from './policy-settings.ts';
import { caBundleFor } from './render-ca.ts';
import { manifests } from './render-manifests.ts';
import { hostOf, parseTargetUrl, type Target } from './render-target.ts';
import { jsonText, yamlText } from './render-text.ts';
import type { Registration } from './render-webhooks.ts';

const HEAD = 'Made by daemonward render; make it anew when the configuration changes.';
const HEAD_WITHOUT_CA =
  `${HEAD}\n` +
  'There is NO CA in it: every caBundle is empty. The webhooks cannot be called before it is filled in,\n' +
  'and those with failurePolicy Fail refuse until then.';

export async function runRender(args: Arguments, terminal: Terminal): Promise<ExitCode> {
  const output = args.text('output') ?? 'yaml';
  if (output !== 'yaml' && output !== 'json') {
    throw new UsageError(`render: --output must be yaml or json, found "${output}"`);
  }
  const target = targetFrom(args);
  const namespace = nameFrom(args, 'namespace', SERVICE_NAMESPACE);
  const read = configurationFrom(args);
  if (!read.ok) {
    terminal.err(read.lines.map((line) => `${line}\n`).join(''));
    return EXIT.usage;
  }
  const { configuration } = read;
  const now = new Date();
  const registration: Registration = {
    settings: policySettings(configuration),
    target,
    caBundle: caFrom(args, configuration, now),
    namespace,
    now,
  };
  const rendered = manifests(registration);
  const head = registration.caBundle === '' ? HEAD_WITHOUT_CA : HEAD;
  for (const note of [...read.lines, ...missingName(configuration, target)]) terminal.err(`${note}\n`);
  terminal.out(output === 'json' ? jsonText(rendered) : yamlText(rendered, head));
  return EXIT.fine;
}

function targetFrom(args: Arguments): Target {
  const url = args.text('url');
  if (url === undefined) {
    const [namespace, name] = [
      nameFrom(args, 'namespace', SERVICE_NAMESPACE),
      nameFrom(args, 'service', SERVICE_NAME),
    ];
    return { service: { namespace, name } };
  }
  if (args.has('service')) throw new UsageError('render: give --url or --service, not both');
  const parsed = parseTargetUrl(url);
  if ('problem' in parsed) throw new UsageError(`render: --url "${url}" ${parsed.problem}`);
  return parsed;
}

function nameFrom(args: Arguments, flag: string, fallback: string): string {
  const name = args.text(flag) ?? fallback;
  const [problem] = dnsLabelProblems(name);
  if (problem !== undefined) throw new UsageError(`render: --${flag} "${name}" ${problem}`);
  return name;
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

/** The API server looks for exactly this name in the certificate; without it every call would fail. */
function missingName({ server }: Configuration, target: Target): string[] {
  const { certFile, names } = server.tls;
  const host = hostOf(target);
  const known = [...DEFAULT_NAMES, server.address, ...names].some((name) => covers(name, host));
  if (certFile !== undefined || known) return [];
  return [
    `note: the certificate that Daemonward makes itself has no name ${host}; add it to server.tls.names`,
  ];
}

/** A wildcard stands for one label. */
function covers(name: string, host: string): boolean {
  return name === host || (name.startsWith('*.') && name.slice(1) === host.slice(host.indexOf('.')));
}
