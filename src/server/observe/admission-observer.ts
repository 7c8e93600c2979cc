/** Counts and logs what was decided: a line at info for each decision that found something, at debug for the rest. */
import type { FastifyBaseLogger } from 'fastify';
import type { AdmissionEvent } from '../../admission/door.ts';
import { shownFindings, shownName } from '../../admission/shown-findings.ts';
import { type Decision, hasFindings } from '../../policy/decision.ts';
import type { Exemption } from '../../policy/exemptions.ts';
import type { Finding } from '../../policy/finding.ts';
import type { ReasonCode } from '../../policy/reasons.ts';
import type { Metrics } from './metrics.ts';

/** Levels at which a line for every review is wanted: below them not even its fields are put together. */
const TALKATIVE: ReadonlySet<string> = new Set(['debug', 'trace']);

export interface AdmissionObserverParts {
  readonly log: FastifyBaseLogger;
  readonly metrics: Metrics;
  /** An exemption let something pass that was not only tried. */
  exemptionUsed(exemption: Exemption): void;
}

export function admissionObserver({ log, metrics, exemptionUsed }: AdmissionObserverParts) {
  const durationOf = durations(metrics);
  return (event: AdmissionEvent): void => {
    const { path, tenant, dryRun, decision } = event;
    const { denied, warned, audited, exempted } = decision;
    const outcome = outcomeOf(event);
    const dry_run = String(dryRun);
    metrics.decisions.inc({ path, outcome, dry_run });
    durationOf(event, outcome).observe(event.seconds);
    if (tenant.by === 'unknown') metrics.unknownTenants.inc({ path });
    if (!hasFindings(decision)) {
      if (TALKATIVE.has(log.level)) log.debug(fieldsOf(event, outcome), 'admission decision');
      return;
    }
    const outcomes = { denied, warned, audited, exempted: exempted.map(({ finding }) => finding) };
    for (const [what, findings] of Object.entries(outcomes)) {
      for (const [code, count] of countsOf(findings)) {
        metrics.findings.inc({ code, outcome: what, dry_run }, count);
      }
    }
    for (const { finding, exemption } of dryRun ? [] : exempted) {
      metrics.exemptionsUsed.inc({ code: finding.code });
      exemptionUsed(exemption);
    }
    log.info(fieldsOf(event, outcome), 'admission decision');
  };
}

type Outcome = 'denied' | 'patched' | 'allowed';

function outcomeOf({ decision, operations }: AdmissionEvent): Outcome {
  if (decision.denied.length > 0) return 'denied';
  return operations.length > 0 ? 'patched' : 'allowed';
}

/** The instrument of each combination is looked up by one short key: prom-client hashes all labels at every call. */
function durations(metrics: Metrics) {
  type Instrument = ReturnType<Metrics['decisionDuration']['labels']>;
  const instruments = new Map<string, Instrument>();
  return ({ path, operation, dryRun }: AdmissionEvent, outcome: Outcome): Instrument => {
    const key = `${path} ${operation} ${outcome} ${dryRun}`;
    const known = instruments.get(key);
    if (known !== undefined) return known;
    const made = metrics.decisionDuration.labels({ path, operation, outcome, dry_run: String(dryRun) });
    instruments.set(key, made);
    return made;
  };
}

function fieldsOf(event: AdmissionEvent, outcome: Outcome) {
  const { path, uid, operation, subject, tenant, actor, dryRun, decision, operations } = event;
  const { denied, warned, audited, exempted } = decision;
  const findings = [...denied, ...warned, ...audited, ...exempted.map(({ finding }) => finding)];
  const groups = [denied, warned, audited, exempted.map(({ finding }) => finding)].map(shownFindings);
  const shown = (list: readonly unknown[]) => (list.length === 0 ? undefined : list);
  return {
    path,
    uid,
    operation,
    namespace: shownName(subject.namespace),
    name: shownName(subject.name),
    tenant: shownName(tenant.name),
    tenantBy: tenant.by,
    username: shownName(actor.username),
    dryRun,
    outcome,
    codes: shown([...countsOf(findings).keys()]),
    denied: shown(shownFindings(denied).findings),
    warned: shown(shownFindings(warned).findings),
    audited: shown(shownFindings(audited).findings),
    exempted: shown(shownExempted(exempted)),
    notShown: groups.reduce((sum, { more }) => sum + more, 0) || undefined,
    patched: operations.length || undefined,
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
