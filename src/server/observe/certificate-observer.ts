/** Says when each certificate ends, that new ones are served, and who has to be told of a new authority. */
import type { Logger } from 'pino';
import { CLIENTS } from '../../config/identity.ts';
import type { Certificates } from '../tls/certificate-source.ts';
import type { SourceReport } from '../tls/polled-source.ts';
import type { Metrics } from './metrics.ts';

export interface CertificateObserver extends SourceReport {
  /** At the start, and after each change. */
  noted(certificates: Certificates): void;
}

const AUTHORITIES = ['ca', 'clients-ca'] as const;

export function certificateObserver(log: Logger, metrics: Metrics): CertificateObserver {
  metrics.certificatesGood.set(1);
  let announced = '';
  const noted = (certificates: Certificates): void => {
    const { leaf, ca, clientsAuthority, callers, handovers } = certificates;
    const made = Object.entries(CLIENTS).map(([key, name]) => [key, callers[name]] as const);
    for (const [certificate, facts] of [
      ['leaf', leaf] as const,
      ['ca', ca] as const,
      ['clients-ca', clientsAuthority] as const,
      ...made,
    ]) {
      if (facts) metrics.certificateExpiry.set({ certificate }, facts.notAfter.getTime() / 1000);
    }
    for (const authority of AUTHORITIES) {
      const until = handovers.find((handover) => handover.authority === authority)?.until;
      metrics.certificateHandover.set({ authority }, until === undefined ? 0 : until.getTime() / 1000);
    }
    const words = JSON.stringify(handovers);
    if (words !== announced && handovers.length > 0) {
      log.warn({ handovers }, 'authority is being replaced, print the extenders block of schedulers again');
    }
    announced = words;
  };
  return {
    noted,
    changed: (certificates) => {
      metrics.certificateReloads.inc({ result: 'applied' });
      const { leaf, ca, clientsAuthority } = certificates;
      log.info(
        {
          leaf: { sha256: leaf.sha256, notAfter: leaf.notAfter },
          ca: ca && { sha256: ca.sha256, notAfter: ca.notAfter },
          clientsCa: clientsAuthority && {
            sha256: clientsAuthority.sha256,
            notAfter: clientsAuthority.notAfter,
          },
        },
        'certificates reloaded',
      );
      noted(certificates);
    },
    refused: (problem) => {
      metrics.certificateReloads.inc({ result: 'refused' });
      metrics.certificatesGood.set(0);
      log.error({ problem }, 'new certificates refused, the last good ones stay');
    },
    missed: (detail) => log.warn({ detail }, 'certificates not looked at, the last good ones stay'),
    recovered: () => {
      metrics.certificatesGood.set(1);
      log.info({}, 'certificates are good again');
    },
  };
}
