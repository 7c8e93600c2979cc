/** Counts and logs what was decided: one line for each decision that found something, none for the rest. */
import type { FastifyBaseLogger } from 'fastify';
import type { AdmissionEvent } from '../../admission/door.ts';
import type { Metrics } from './metrics.ts';

export function admissionObserver(log: FastifyBaseLogger, metrics: Metrics): (event: AdmissionEvent) => void {
  return ({ path, uid, subject, tenant, actor: { username }, dryRun, decision, operations }) => {
    const { denied, warned, audited, exempted } = decision;
    const patched = operations.length > 0;
    const outcome = denied.length > 0 ? 'denied' : patched ? 'patched' : 'allowed';
    metrics.decisions.inc({ path, outcome, dry_run: String(dryRun) });
    if (tenant.by === 'unknown') metrics.unknownTenants.inc({ path });
    const outcomes = { denied, warned, audited, exempted: exempted.map(({ finding }) => finding) };
    for (const [what, findings] of Object.entries(outcomes)) {
      for (const { code } of findings) metrics.findings.inc({ code, outcome: what });
    }
    if (Object.values(outcomes).every((findings) => findings.length === 0)) return;
    log.info(
      {
        path,
        uid,
        ...subject,
        tenant: tenant.name,
        tenantBy: tenant.by,
        username,
        dryRun,
        outcome,
        denied,
        warned,
        audited,
        exempted: exempted.map(({ finding, exemption }) => ({ ...finding, reason: exemption.reason })),
      },
      'admission decision',
    );
  };
}
