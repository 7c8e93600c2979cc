/** Whether the API server can verify us. */
import type { Known } from '../known.ts';
import { failure, type Line, ok, skipped } from '../line.ts';
import type { CertificateState, Dated } from '../replica-state.ts';
import { askedOf, type Replica } from '../replicas.ts';
import { firstOf } from '../words.ts';
import { isUntrusted, type Verdict } from './verdict.ts';

/** The distinct CAs of the webhooks. */
export interface Bundle {
  /** The webhooks that have it. */
  readonly webhooks: readonly string[];
  /** Undefined when it cannot be read; empty when there is none. */
  readonly certificates: readonly Dated[] | undefined;
  /** By a handshake with the service. */
  readonly verdict: Known<Verdict>;
}

export function bundleLines(
  bundles: Known<readonly Bundle[]>,
  replicas: readonly Replica[],
): readonly Line[] {
  if (!bundles.known) return [skipped('ca-bundle', bundles.why)];
  if (bundles.value.length === 0) return [skipped('ca-bundle', 'no webhook is registered')];
  const states = askedOf(replicas).map(({ state }) => state.certificates);
  const lines = bundles.value.map((bundle) => bundleLine(bundle, states));
  const wrong = lines.filter(({ status }) => status !== 'ok');
  return wrong.length > 0 ? wrong : lines.slice(0, 1);
}

const WEBHOOKS_SHOWN = 2;

function bundleLine({ webhooks, certificates, verdict }: Bundle, states: readonly CertificateState[]): Line {
  const where = `the CA of ${firstOf(webhooks, WEBHOOKS_SHOWN)}`;
  if (certificates === undefined) return failure('ca-bundle', `${where} is no certificate in PEM`);
  const what = certificates.length === 0 ? `${where} is missing, and` : where;
  if (verdict.known) {
    return isUntrusted(verdict.value)
      ? failure('ca-bundle', `${what} does not verify what is served (${verdict.value})`)
      : ok('ca-bundle', 'the CA of every webhook verifies what is served');
  }
  const served = states.flatMap(({ ca }) => (ca === undefined ? [] : [ca.sha256]));
  if (served.length === 0) return skipped('ca-bundle', verdict.why);
  return served.every((sha256) => certificates.some((candidate) => candidate.sha256 === sha256))
    ? ok('ca-bundle', 'every webhook has the CA that the replicas name')
    : failure('ca-bundle', `${where} is not the one that the replicas name`);
}
