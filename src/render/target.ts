/** Where the API server and the scheduler find Daemonward: a Service in the cluster, or a URL. */
import { partitionPath } from '../config/partition-path.ts';

export type Target = (
  | { readonly service: { readonly namespace: string; readonly name: string } }
  | { readonly url: string }
) & {
  /** Whose API server and scheduler are told, where there are several. */
  readonly partition?: string;
};

/** What `clientConfig.service.port` is unless it is written; written, because everything is. */
const SERVICE_PORT = 443;

/** Without a CA the field is left out: written empty, it would take away what somebody else keeps there. */
export function clientConfig(target: Target, path: string, caBundle: string) {
  const ca = caBundle === '' ? {} : { caBundle };
  const own = partitionPath(target.partition ?? '', path);
  if ('url' in target) return { url: `${target.url}${own}`, ...ca };
  return { service: { ...target.service, port: SERVICE_PORT, path: own }, ...ca };
}

/** The address for a caller that knows no Services, such as the scheduler. */
export function addressOf(target: Target): string {
  return 'url' in target ? target.url : `https://${hostOf(target)}:${SERVICE_PORT}`;
}

/** The name that the certificate has to carry. */
export function hostOf(target: Target): string {
  if ('url' in target) return new URL(target.url).hostname.replace(/^\[|\]$/g, '');
  return `${target.service.name}.${target.service.namespace}.svc`;
}

/** The address without a path, as the API server takes it; or what is wrong. */
export function parseTargetUrl(text: string): { readonly url: string } | { readonly problem: string } {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return { problem: 'is no URL' };
  }
  if (url.protocol !== 'https:') return { problem: 'must begin with https://' };
  if (url.username !== '' || url.password !== '') return { problem: 'must have no user in it' };
  if (url.pathname !== '/' || /[?#]/.test(text)) return { problem: 'must end after the port' };
  return { url: url.origin };
}
