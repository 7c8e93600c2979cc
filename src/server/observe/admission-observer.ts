/** Counts and logs what was decided: one line for each decision that found something, none for the rest. */
import type { FastifyBaseLogger } from 'fastify';
import type { AdmissionEvent } from '../../admission/door.ts';
import { shownFindings, shownName } from '../../admission/shown-findings.ts';
import type { Decision } from '../../policy/decision.ts';
import type { Finding } from '../../policy/finding.ts';
import type { ReasonCode } from '../../policy/reasons.ts';
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
      for (const [code, count] of countsOf(findings)) metrics.findings.inc({ code, outcome: what }, count);
    }
    const all = Object.values(outcomes).map(shownFindings);
    if (all.every(({ findings }) => findings.length === 0)) return;
    log.info(
      {
        path,
        uid,
        namespace: shownName(subject.namespace),
        name: shownName(subject.name),
        tenant: shownName(tenant.name),
        tenantBy: tenant.by,
        username: shownName(username),
        dryRun,
        outcome,
        denied: shownFindings(denied).findings,
        warned: shownFindings(warned).findings,
        audited: shownFindings(audited).findings,
        exempted: shownExempted(exempted),
        notShown: all.reduce((sum, { more }) => sum + more, 0) || undefined,
      },
      'admission decision',
    );
  };
}

function countsOf(findings: readonly Finding[]): Map<ReasonCode, number> {
  const counts = new Map<ReasonCode, number>();
  for (const { code } of findings) counts.set(code, (counts.get(code) ?? 0) + 1);
  return counts;
}

function shownExempted(exempted: Decision['exempted']) {
  const { findings } = shownFindings(exempted.map(({ finding }) => finding));
  return findings.map((finding, index) => ({ ...finding, reason: exempted[index]?.exemption.reason }));
}
