/** What `install` and `apply` register: the configuration in force, where Daemonward is, and whom to trust. */
import type { ApiClient } from '../../cluster/api/api-client.ts';
import { problemText } from '../../config/diagnose/problem.ts';
import { SERVICE_NAMESPACE } from '../../config/identity.ts';
import { parseConfiguration } from '../../config/load.ts';
import type { Configuration } from '../../config/schema/schema.ts';
import { readTextFile } from '../../config/text-file.ts';
import { findInstalled, type Installed } from '../../install/installed.ts';
import { secretAuthority } from '../../install/secret-authority.ts';
import { EMPTY_CONFIGURATION } from '../../render/workload/configuration.ts';
import { caBundleFor } from '../../server/tls/ca-bundle.ts';
import { CertificateError } from '../../server/tls/certificate-source.ts';
import { type Arguments, CommandError, EXIT, type Terminal, usageError } from '../command.ts';
import { nameFrom } from './target-flags.ts';

/** A text, and what it is called in messages. */
export interface ConfigurationText {
  readonly text: string;
  readonly place: string;
}

export interface Place {
  readonly namespace: string;
  readonly given: ConfigurationText;
  readonly installed: Installed | undefined;
}

/** What a flag names, else what the cluster has, else the defaults: nobody's settings are lost for a flag that was left out. */
export async function placeFrom(args: Arguments, api: ApiClient): Promise<Place> {
  return placeOf(args, await findInstalled(api));
}

export function placeOf(args: Arguments, installed: Installed | undefined): Place {
  const namespace = nameFrom(args, 'namespace', installed?.namespace ?? SERVICE_NAMESPACE);
  const inPlace = installed?.namespace === namespace ? installed.configuration : undefined;
  const defaults = { text: EMPTY_CONFIGURATION, place: 'the defaults' };
  return { namespace, given: fileOf(args) ?? inPlace ?? defaults, installed };
}

function fileOf(args: Arguments): ConfigurationText | undefined {
  const path = args.text('config');
  if (path === undefined) return undefined;
  const read = readTextFile(path);
  if (!read.ok) throw usageError(args, `${path}: ${read.message}`);
  return { text: read.text, place: path };
}

/** All that is wrong with it at once, or the configuration. */
export function checked(
  { text, place }: ConfigurationText,
  arktos: boolean,
  warn: Terminal['err'] = () => {},
): Configuration {
  const loaded = parseConfiguration(text, place, arktos ? { flavor: 'arktos' } : {});
  if (!loaded.ok) throw new CommandError(loaded.problems.map(problemText).join('\n'), EXIT.usage);
  for (const warning of loaded.warnings) warn(`${problemText(warning)}\n`);
  const { configuration } = loaded;
  if (!arktos) return configuration;
  return { ...configuration, cluster: { ...configuration.cluster, flavor: 'arktos' } };
}

/** Behind a URL it may be anywhere: then only a namespace that is named, or has it installed, is its own. */
export function ownNamespace(
  args: Arguments,
  { namespace, installed }: Place,
  { server }: Configuration,
): string | undefined {
  const isKnown = args.has('namespace') || installed !== undefined || !args.has('url');
  return isKnown ? namespace : server.namespace;
}

/** Base64 of PEM: of the flag, else of the Secret that the replicas share, else of files on this machine. */
export async function authorityFor(
  args: Arguments,
  api: ApiClient,
  { namespace }: Pick<Place, 'namespace'>,
  configuration: Configuration,
  timeoutMs: number,
): Promise<string> {
  const { secret } = configuration.server.tls;
  if (!args.has('ca') && secret !== undefined) return secretAuthority(api, { namespace, secret }, timeoutMs);
  try {
    return caBundleFor(args.text('ca'), configuration, new Date());
  } catch (error) {
    throw error instanceof CertificateError ? usageError(args, error.message) : error;
  }
}
