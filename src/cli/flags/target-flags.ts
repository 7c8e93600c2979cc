/** The flags that say where Daemonward is, for what is registered of it. */
import { SERVICE_NAME, SERVICE_NAMESPACE } from '../../config/identity.ts';
import { dnsLabelProblems } from '../../kube/metadata/names.ts';
import { parseTargetUrl, type Target } from '../../render/target.ts';
import { type Arguments, switchFlag, usageError, valueFlag } from '../command.ts';

export const SERVICE_FLAG = valueFlag('NAME', 'its Service, which has port 443 (default: daemonward)');
export const URL_FLAG = valueFlag('https://HOST:PORT', 'how to reach it without a Service');
export const CA_FLAG = valueFlag(
  'FILE|none',
  'the CA in PEM; none leaves it out, for whoever fills it in later',
);
export const ARKTOS_FLAG = switchFlag('for Arktos, also when cluster.flavor does not say so');

/** Behind a URL it may be anywhere: then only what is named is its namespace. */
export function namespaceFrom(args: Arguments, configured: string | undefined): string | undefined {
  const fallback = configured ?? (args.has('url') ? undefined : SERVICE_NAMESPACE);
  return args.has('namespace') || fallback !== undefined
    ? nameFrom(args, 'namespace', fallback ?? '')
    : undefined;
}

export function targetFrom(args: Arguments, configured: string | undefined): Target {
  const target = urlFrom(args, 'url');
  if (target === undefined) {
    const namespace = nameFrom(args, 'namespace', configured ?? SERVICE_NAMESPACE);
    return { service: { namespace, name: nameFrom(args, 'service', SERVICE_NAME) } };
  }
  if (args.has('service')) throw usageError(args, 'give --url or --service, not both');
  return target;
}

export function urlFrom(args: Arguments, flag: string): { readonly url: string } | undefined {
  const text = args.text(flag);
  if (text === undefined) return undefined;
  const parsed = parseTargetUrl(text);
  if ('problem' in parsed) throw usageError(args, `--${flag} "${text}" ${parsed.problem}`);
  return parsed;
}

export function nameFrom(args: Arguments, flag: string, fallback: string): string {
  const name = args.text(flag) ?? fallback;
  const [problem] = dnsLabelProblems(name);
  if (problem !== undefined) throw usageError(args, `--${flag} "${name}" ${problem}`);
  return name;
}
