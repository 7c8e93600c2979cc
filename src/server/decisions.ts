/** Counts and logs what was decided: one line for each decision that found something, none for the rest. */
import type { FastifyBaseLogger } from 'fastify';
import type { AdmissionEvent } from '../admission/policy-at-work.ts';
import type { Finding } from '../policy/finding.ts';
import type { Metrics } from './metrics.ts';

export function decisionObserver(log: FastifyBaseLogger, metrics: Metrics): (event: AdmissionEvent) => void {
  return ({ path, uid, subject, tenant, username, dryRun, decision, patched }) => {
    const { denied, warned, audited, exempted } = decision;
    const outcome = denied.length > 0 ? 'denied' : patched ? 'patched' : 'allowed';
    metrics.decisions.inc({ path, outcome, dry_run: String(dryRun) });
    if (tenant.by === 'unknown') metrics.unknownTenants.inc({ path });
    const outcomes = [
      ['denied', denied],
      ['warned', warned],
      ['audited', audited],
      ['exempted', exempted.map(({ finding }) => finding)],
    ] as const;
    for (const [what, findings] of outcomes) {
      for (const { code } of findings) metrics.findings.inc({ code, outcome: what });
    }
    if (outcomes.every(([, findings]) => findings.length === 0)) return;
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
        denied: denied.map(brief),
        warned: warned.map(brief),
        audited: audited.map(brief),
        exempted: exempted.map(({ finding, exemption }) => ({ ...brief(finding), reason: exemption.reason })),
      },
      'admission decision',
    );
  };
}

function brief({ code, field, detail }: Finding): Finding {
  return { code, field, detail };
}
