/** All checks over what was gathered, each fault said once: what only follows from another is passed over. */
import type { PolicySettings } from '../../policy/settings.ts';
import { type CertificateFacts, certificateLines } from './certificates/certificates.ts';
import { CHECKS, type CheckName, GROUPS } from './checks.ts';
import { exemptionLines } from './exemptions.ts';
import { type GateFacts, gateLines } from './gates.ts';
import type { Known } from './known.ts';
import { type Line, skipped } from './line.ts';
import { type RegistrationFacts, registrationLines } from './registrations.ts';
import { type RunningSummary, runningLines } from './running.ts';
import { type CallFacts, callLines } from './scheduler/calls.ts';
import { type ExpectedCaller, type ExtenderFacts, extenderLines } from './scheduler/extender.ts';
import { type ServiceFacts, serviceLines } from './service.ts';

export interface Facts {
  /** In ms since 1970. */
  readonly now: number;
  readonly registrations: Known<RegistrationFacts>;
  readonly certificates: Omit<CertificateFacts, 'now' | 'replicas' | 'schedulerClient'>;
  readonly service: ServiceFacts;
  readonly extender: Known<ExtenderFacts>;
  readonly expected: ExpectedCaller;
  readonly youngest: CallFacts['youngest'];
  readonly gates: Known<GateFacts>;
  readonly exemptions: PolicySettings['exemptions'];
  readonly daemonSets: Known<RunningSummary>;
  readonly pods: Known<RunningSummary>;
}

/** Of each check, the failures that leave no scheduler a way to ask. */
const KEEPS_SCHEDULERS_OUT: readonly CheckName[] = [
  'reach',
  'serving-certificate',
  'authorities',
  'client-certificates',
  'known-callers',
  'extender',
  'extender-ca',
  'extender-client',
  'extender-settings',
];

export function diagnose(facts: Facts): readonly Line[] {
  const { now, registrations, extender, service } = facts;
  const { replicas } = service;
  const lines = [
    ...registrationPart(registrations),
    ...certificateLines({ ...facts.certificates, now, replicas, schedulerClient: clientOf(extender) }),
    ...serviceLines(service),
    ...extenderLines(extender, facts.expected),
    ...callLines({ replicas, youngest: facts.youngest, trustIsKnown: isTrustKnown(facts) }),
    ...gateLines(facts.gates, replicas, now),
    ...exemptionLines(facts.exemptions, now),
    ...runningLines('daemonsets', facts.daemonSets),
    ...runningLines('pods', facts.pods),
  ];
  return inOrder(withoutConsequences(lines));
}

function registrationPart(registrations: Facts['registrations']): readonly Line[] {
  if (registrations.known) return registrationLines(registrations.value);
  const { why } = registrations;
  return (['webhooks', 'policies'] as const).map((check) => skipped(check, why));
}

function clientOf(extender: Facts['extender']): CertificateFacts['schedulerClient'] {
  if (!extender.known || extender.value.client.kind !== 'read') return undefined;
  const { client, place } = extender.value;
  return { ...client, name: client.names[0] ?? '', place };
}

/** Then who does not trust us has a line of its own, or was mended. */
function isTrustKnown({ certificates: { bundles }, extender }: Facts): boolean {
  const ofServer = bundles.known && bundles.value.every(({ verdict }) => verdict.known);
  const { ca } = extender.known ? extender.value : { ca: undefined };
  return ofServer && ca !== undefined && (ca.kind !== 'read' || ca.verdict.known);
}

function withoutConsequences(lines: readonly Line[]): readonly Line[] {
  const cause = lines.find(
    ({ check, status }) => status === 'failure' && KEEPS_SCHEDULERS_OUT.includes(check),
  );
  if (cause === undefined) return lines;
  return lines.map((line) =>
    line.check === 'scheduler-calls' && line.status === 'failure'
      ? skipped('scheduler-calls', `no scheduler can ask while ${cause.check} fails`)
      : line,
  );
}

const ORDER = Object.keys(CHECKS);

function inOrder(lines: readonly Line[]): readonly Line[] {
  const place = ({ check }: Line) =>
    GROUPS.indexOf(CHECKS[check].group) * ORDER.length + ORDER.indexOf(check);
  return lines.toSorted((one, other) => place(one) - place(other));
}
