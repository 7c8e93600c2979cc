/** What the configuration of a scheduler says of us: what it lacks, the scheduler goes on without, and says so to nobody. */
import type { JsonObject } from '../../../json/object.ts';
import { isUntrusted, OTHER_NAME, type Verdict } from '../certificates/verdict.ts';
import type { Known } from '../known.ts';
import { failure, type Line, ok, orOk, skipped, warning } from '../line.ts';
import type { Dated } from '../replica-state.ts';
import { firstOf } from '../words.ts';
import { hasManagedResources, isTrue, settingLines } from './extender-settings.ts';

export interface ExtenderFacts {
  /** `FILE: extenders[0]`, or only the file when there is none. */
  readonly place: string;
  /** Our entry; undefined when there is none. */
  readonly entry: JsonObject | undefined;
  /** The names of the profiles, which pods choose. */
  readonly schedulers: readonly string[];
  readonly ca: ExtenderCa;
  readonly client: ExtenderClient;
}

/** What verifies us, and by which certificate it is known: what was found of each. */
export type ExtenderCa =
  | { readonly kind: 'none' }
  | { readonly kind: 'unreadable'; readonly why: string; readonly isElsewhere: boolean }
  | { readonly kind: 'read'; readonly verdict: Known<Verdict> };

export type ExtenderClient =
  | { readonly kind: 'none' }
  | { readonly kind: 'unreadable'; readonly why: string; readonly isElsewhere: boolean }
  | (Dated & {
      readonly kind: 'read';
      readonly names: readonly string[];
      /** By whom we let in. */
      readonly signedByUs: Known<boolean>;
    });

/** What the service expects of a scheduler. */
export interface ExpectedCaller {
  readonly mode: 'off' | 'audit' | 'enforce';
  readonly names: readonly string[];
  readonly takesWholeNodes: boolean;
}

const VERBS = {
  filterVerb: 'filter',
  prioritizeVerb: 'prioritize',
  preemptVerb: 'preempt',
  bindVerb: 'bind',
} as const;

export function extenderLines(facts: Known<ExtenderFacts>, expected: ExpectedCaller): readonly Line[] {
  if (!facts.known) {
    const why = facts.why;
    return (['extender', 'extender-ca', 'extender-client', 'extender-settings'] as const).map((check) =>
      skipped(check, why),
    );
  }
  const { place, entry, ca, client } = facts.value;
  if (entry === undefined) {
    return [failure('extender', `${place} names no extender that is Daemonward (urlPrefix …/scheduler)`)];
  }
  return [
    ...entryLines(place, entry),
    ...caLines(place, entry, ca),
    clientLine(place, client, expected),
    ...settingLines(place, entry, expected),
  ];
}

/** Whether the scheduler asks us about each pod that it places. */
export function asksFilter({ entry }: ExtenderFacts): boolean {
  return entry?.filterVerb === VERBS.filterVerb && !hasManagedResources(entry);
}

function entryLines(place: string, entry: JsonObject): readonly Line[] {
  const { urlPrefix } = entry;
  const verbs = Object.entries(VERBS).map(([key, verb]) => ({ key, verb, found: entry[key] ?? '' }));
  const asked = verbs.filter(({ found }) => found !== '');
  const wrong = asked.filter(({ verb, found }) => found !== verb);
  const isHttps = String(urlPrefix).startsWith('https://');
  const lines = [
    ...(isHttps
      ? []
      : [failure('extender', `${place}: urlPrefix ${JSON.stringify(urlPrefix)} is not https`)]),
    ...wrong.map(({ key, verb, found }) =>
      failure('extender', `${place}: ${key} is ${JSON.stringify(found)}, and the path is ${verb}`),
    ),
    ...((entry.preemptVerb ?? '') === ''
      ? [warning('extender', `${place}: without preemptVerb nobody protects daemons from preemption`)]
      : []),
  ];
  const words = asked.map(({ verb }) => verb).join(', ');
  return orOk(lines, 'extender', `${place}: ${String(urlPrefix)} is asked for ${words}`);
}

function caLines(place: string, entry: JsonObject, ca: ExtenderCa): readonly Line[] {
  if (ca.kind === 'none') {
    const effect = isTrue(entry.enableHTTPS ?? entry.enableHttps)
      ? 'with enableHTTPS it verifies nobody'
      : 'it verifies by the authorities of its machine';
    return [failure('extender-ca', `${place}: tlsConfig has no CA, and ${effect}`)];
  }
  if (ca.kind === 'unreadable') {
    return [(ca.isElsewhere ? skipped : failure)('extender-ca', `${place}: ${ca.why}`)];
  }
  const { verdict } = ca;
  if (!verdict.known) return [skipped('extender-ca', verdict.why)];
  if (isUntrusted(verdict.value)) {
    return [failure('extender-ca', `${place}: its CA does not verify what is served (${verdict.value})`)];
  }
  if (verdict.value === OTHER_NAME) {
    return [
      failure(
        'extender-ca',
        `${place}: the served certificate has not the name that it expects (tlsConfig.serverName)`,
      ),
    ];
  }
  return [ok('extender-ca', 'its CA verifies what is served')];
}

const NAMES_SHOWN = 3;

function clientLine(place: string, client: ExtenderClient, { mode, names }: ExpectedCaller): Line {
  if (mode === 'off') return ok('extender-client', 'nobody is asked for one');
  const wrong = (text: string) =>
    (mode === 'enforce' ? failure : warning)('extender-client', `${place}: ${text}`);
  if (client.kind === 'none') return wrong('tlsConfig has no client certificate');
  if (client.kind === 'unreadable') {
    return client.isElsewhere ? skipped('extender-client', `${place}: ${client.why}`) : wrong(client.why);
  }
  if (client.signedByUs.known && !client.signedByUs.value) {
    return wrong('the client certificate was not signed by whom Daemonward trusts');
  }
  if (!client.names.some((name) => names.includes(name))) {
    return wrong(
      `the client certificate is of ${firstOf(client.names, NAMES_SHOWN)}, which server.clients does not name`,
    );
  }
  if (!client.signedByUs.known) return skipped('extender-client', client.signedByUs.why);
  return ok('extender-client', `${firstOf(client.names, NAMES_SHOWN)} is let in`);
}
