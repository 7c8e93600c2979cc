/** The certificates that the settings ask for: the operator's own files, or the folder that Daemonward keeps. */
import type { Logger } from 'pino';
import { DEFAULT_NAMES } from '../../config/identity.ts';
import type { Configuration } from '../../config/schema/schema.ts';
import type { Metrics } from '../observe/metrics.ts';
import { certificateFolder } from './certificate-folder.ts';
import { type CertificateSource, fileSource } from './certificate-source.ts';

export async function openCertificates(
  { server }: Configuration,
  log: Logger,
  metrics: Metrics,
): Promise<CertificateSource> {
  const { certFile, keyFile, caFile, directory, names } = server.tls;
  let source: CertificateSource;
  if (certFile !== undefined && keyFile !== undefined) {
    source = fileSource({ certFile, keyFile, caFile });
  } else {
    const wanted = [...DEFAULT_NAMES, ...names, ...specificAddress(server.address)];
    const folder = await certificateFolder({ directory, names: wanted, now: new Date() });
    source = folder.source;
    log.info({ directory, ...folder.change }, 'certificates ready');
  }
  const { leaf, ca } = source.current();
  for (const [certificate, facts] of [['leaf', leaf] as const, ['ca', ca] as const]) {
    if (facts) metrics.certificateExpiry.set({ certificate }, facts.notAfter.getTime() / 1000);
  }
  const problem = source.problem(new Date());
  if (problem !== null) log.error({ problem }, 'certificate cannot be used');
  return source;
}

/** Who is told to listen on one address will be called by it. */
function specificAddress(address: string): readonly string[] {
  return address === '0.0.0.0' || address === '::' ? [] : [address];
}
