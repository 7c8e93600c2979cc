/** The Secret as a source: waits for it at the start, and then looks at it again and again. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { isForbidden } from '../../../cluster/api/api-answer.ts';
import { messageOf } from '../../../json/error-message.ts';
import { bundleObserver } from '../../observe/bundle-observer.ts';
import { publishBundle } from '../../writer/ca-bundles.ts';
import type { Writer } from '../../writer/open-writer.ts';
import { CertificateError, type CertificateSource, type Certificates } from '../certificate-source.ts';
import { polledSource, type SourceReport } from '../polled-source.ts';
import { SecretCertificates, type SecretOptions } from './secret-certificates.ts';

/** While the Secret is not there, or nobody can be asked. */
const RETRY_MS = 500;

/** A short overlap, as somebody sets it in a hurry, still has a few looks in it. */
const LOOKS_PER_OVERLAP = 4;

export interface SecretSourceOptions extends Pick<SecretOptions, 'name' | 'names' | 'overlapMs' | 'clients'> {
  readonly writer: Writer;
  readonly everyMs: number;
  readonly log: Logger;
  readonly report: SourceReport;
  /** Ends the waiting at the start, by throwing. */
  readonly stopAsked: AbortSignal;
}

export async function secretSource(options: SecretSourceOptions): Promise<CertificateSource> {
  const { writer, everyMs, log, report, stopAsked, ...wanted } = options;
  const { api, namespace, rights, holds } = writer;
  const { names } = wanted;
  const bundles = { api, rights, namespace, names, holds, report: bundleObserver(log) };
  const secret = `${namespace}/${wanted.name}`;
  let told = '';
  const certificates = new SecretCertificates({
    ...wanted,
    api,
    rights,
    namespace,
    now: () => new Date(),
    holds,
    publish: (bundle) => publishBundle(bundle, bundles),
    wrote: (made) => {
      told = '';
      log.info({ secret, made }, 'certificates written');
    },
    failed: (detail) => {
      if (detail !== told) log.warn({ secret, detail }, 'certificates not written');
      told = detail;
    },
  });
  return polledSource({
    first: await untilThere(certificates, log, stopAsked),
    look: () => certificates.look(),
    everyMs: Math.min(everyMs, wanted.overlapMs / LOOKS_PER_OVERLAP),
    report,
  });
}

/** Waits for whoever makes it, and for the API server; what waiting will not mend is an error. */
async function untilThere(
  certificates: SecretCertificates,
  log: Logger,
  stopAsked: AbortSignal,
): Promise<Certificates> {
  let told = '';
  for (;;) {
    stopAsked.throwIfAborted();
    try {
      return await certificates.look();
    } catch (error) {
      const detail = messageOf(error);
      if (isForbidden(error)) throw new CertificateError(`server.tls.secret: ${detail}`);
      if (detail !== told) log.warn({ detail }, 'waiting for certificates');
      told = detail;
    }
    await sleep(RETRY_MS, undefined, { signal: stopAsked });
  }
}
