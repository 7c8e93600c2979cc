/** Whether those who verify us can, and for how long. */
import type { Known } from '../known.ts';
import { failure, type Line, orOk, skipped, warning } from '../line.ts';
import type { Dated } from '../replica-state.ts';
import { askedOf, silenceOf } from '../replicas.ts';
import { dateText, firstOf } from '../words.ts';
import { type Bundle, bundleLines } from './bundles.ts';
import { type ClientFacts, clientLines } from './clients.ts';
import { daysText, endLine } from './life.ts';
import { OTHER_NAME } from './verdict.ts';

export interface CertificateFacts extends ClientFacts {
  readonly bundles: Known<readonly Bundle[]>;
  /** What the service showed in a handshake. */
  readonly served: Known<Dated & { readonly names: readonly string[] }>;
}

export function certificateLines(facts: CertificateFacts): readonly Line[] {
  return [
    ...bundleLines(facts.bundles, facts.replicas),
    ...servingLines(facts),
    ...authorityLines(facts),
    ...clientLines(facts),
  ];
}

function servingLines({ now, served, replicas, bundles }: CertificateFacts): readonly Line[] {
  const asked = askedOf(replicas);
  const leaves = [
    ...(served.known ? [served.value] : []),
    ...asked.map(({ state }) => state.certificates.leaf),
  ];
  const distinct = [...new Map(leaves.map((leaf) => [leaf.sha256, leaf])).values()];
  if (distinct.length === 0) return [skipped('serving-certificate', silenceOf(replicas))];
  const isMisnamed =
    bundles.known && bundles.value.some(({ verdict }) => verdict.known && verdict.value === OTHER_NAME);
  const names = distinct[0]?.names ?? [];
  const refused = asked.flatMap(({ name, state }) => {
    const { refused: why } = state.certificates;
    return why === undefined ? [] : [warning('serving-certificate', `${name} keeps an old one: ${why}`)];
  });
  const lines = [
    ...distinct.flatMap((leaf) => endLine('serving-certificate', 'the served certificate', leaf, now) ?? []),
    ...(isMisnamed
      ? [
          failure(
            'serving-certificate',
            `callers use another name than it has (${firstOf(names, NAMES_SHOWN)})`,
          ),
        ]
      : []),
    ...refused,
  ];
  return orOk(lines, 'serving-certificate', daysText(distinct, now));
}

const NAMES_SHOWN = 5;

function authorityLines({ now, bundles, replicas }: CertificateFacts): readonly Line[] {
  const states = askedOf(replicas).map(({ state }) => state.certificates);
  const named = states.flatMap(({ ca, clientsCa }) => [
    ...(ca === undefined ? [] : [{ what: 'the CA', ...ca }]),
    ...(clientsCa === undefined ? [] : [{ what: 'the authority of callers', ...clientsCa }]),
  ]);
  // Of several in a bundle the one that lasts longest: the others are on their way out.
  const [last] = (bundles.known ? bundles.value : [])
    .flatMap(({ certificates }) => certificates ?? [])
    .toSorted((one, other) => other.notAfter - one.notAfter);
  const all = named.length > 0 || last === undefined ? named : [{ what: 'the CA', ...last }];
  const distinct = [...new Map(all.map((authority) => [authority.sha256, authority])).values()];
  if (distinct.length === 0) return [skipped('authorities', silenceOf(replicas))];
  const handovers = new Map(
    states.flatMap((state) => state.handovers.map(({ authority, until }) => [authority, until] as const)),
  );
  const lines = [
    ...distinct.flatMap((authority) => endLine('authorities', authority.what, authority, now) ?? []),
    ...Array.from(handovers, ([authority, until]) =>
      warning(
        'authorities',
        `${authority} is being replaced until ${dateText(until)}`,
        'daemonward render --scheduler prints the block of schedulers anew; then restart them',
      ),
    ),
  ];
  return orOk(lines, 'authorities', daysText(distinct, now));
}
