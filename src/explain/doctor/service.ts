/** The running service: whether it answers, and what it says of itself. */

import { countWords } from '../text/lines.ts';
import type { Known } from './known.ts';
import { failure, type Line, orOk, skipped, warning } from './line.ts';
import {
  type Asked,
  askedOf,
  isSchedulerPath,
  lastAnswered,
  pathsOf,
  type Replica,
  silenceOf,
} from './replicas.ts';
import { durationText, firstOf } from './words.ts';

export interface ServiceFacts {
  /** Where the API server finds it, and what came of trying. `unknown`: it cannot be reached from here by nature. */
  readonly address: {
    readonly url: string;
    readonly result: 'answered' | 'silent' | 'unknown';
    readonly why: string;
  };
  /** Ready addresses behind its Service; null without a Service. */
  readonly endpoints: Known<number> | null;
  readonly replicas: readonly Replica[];
  /** Of this command. */
  readonly version: string;
}

/** An API server that has called so lately reaches it, whatever is in the way from here. */
const RECENT_MS = 600_000;

export function serviceLines(facts: ServiceFacts): readonly Line[] {
  const asked = askedOf(facts.replicas);
  if (asked.length === 0) {
    const why = silenceOf(facts.replicas);
    const others = (['versions', 'view', 'rights', 'configuration', 'hooks-called'] as const).map((check) =>
      skipped(check, why),
    );
    return [...reachLines(facts, asked), ...others];
  }
  return [
    ...reachLines(facts, asked),
    ...versionLines(asked, facts.version),
    ...viewLines(asked),
    ...rightLines(asked),
    ...configurationLines(asked),
    ...hookLines(asked),
  ];
}

/** One line, however many ways lead nowhere: the cause is one. */
function reachLines(
  { address, endpoints, replicas }: ServiceFacts,
  asked: readonly Asked[],
): readonly Line[] {
  const isCalled = asked.some(({ state }) =>
    [...state.paths].some(
      ([path, { answered }]) =>
        !isSchedulerPath(path) && answered !== undefined && state.now - answered < RECENT_MS,
    ),
  );
  const silent = [
    ...(address.result === 'silent' && !isCalled ? [`${address.url} (${address.why})`] : []),
    ...(endpoints?.known && endpoints.value === 0 ? ['the Service has no ready address'] : []),
    ...replicas.flatMap(({ name, state, named }) =>
      named && !state.known ? [`${name} (${state.why})`] : [],
    ),
  ];
  if (silent.length > 0) return [failure('reach', `nobody answers: ${silent.join('; ')}`)];
  const ways = [
    ...(address.result === 'answered' ? [`${address.url} answers`] : []),
    ...(endpoints?.known ? [countWords(endpoints.value, 'ready endpoint')] : []),
    ...(asked.length > 0 ? [`${countWords(asked.length, 'replica')} asked`] : []),
  ];
  if (ways.length === 0) {
    const remedy = 'give --url http://HOST:8080 of an ops port, by kubectl port-forward for example';
    return [skipped('reach', `${address.url}: ${address.why}`, remedy)];
  }
  return orOk([], 'reach', ways.join(', '));
}

function versionLines(asked: readonly Asked[], version: string): readonly Line[] {
  const lines = asked
    .filter(({ state }) => state.version !== version)
    .map(({ name, state }) => warning('versions', `${name} is ${state.version}, and this is ${version}`));
  return orOk(lines, 'versions', version);
}

function viewLines(asked: readonly Asked[]): readonly Line[] {
  const lines = asked.flatMap(({ name, state: { cluster } }) =>
    cluster.problem === null ? [] : [failure('view', `${name}: ${cluster.problem}`)],
  );
  const ages = asked.flatMap(({ state }) => state.cluster.oldestSeconds ?? []);
  const age = ages.length === 0 ? 'it has no age' : `${Math.round(Math.max(...ages))} s old`;
  return orOk(lines, 'view', `complete, ${age}`);
}

function rightLines(asked: readonly Asked[]): readonly Line[] {
  const missing = asked.flatMap(({ state }) => [
    ...state.missingRights.map(({ right, detail }) => [right, detail] as const),
    ...state.cluster.withheld.map(({ kind, why }) => [`list, watch ${kind}`, why] as const),
  ]);
  // All replicas have one account.
  const lines = Array.from(new Map(missing), ([right, detail]) => warning('rights', `${right}: ${detail}`));
  return orOk(lines, 'rights', 'none is missing');
}

const SETTINGS_SHOWN = 3;

function configurationLines(asked: readonly Asked[]): readonly Line[] {
  const lines = asked.flatMap(({ name, state: { problems, needRestart } }) => [
    ...(problems.length === 0
      ? []
      : [failure('configuration', `${name} keeps an older one: ${firstOf(problems, SETTINGS_SHOWN)}`)]),
    ...(needRestart.length === 0
      ? []
      : [warning('configuration', `${name} needs a restart for ${firstOf(needRestart, SETTINGS_SHOWN)}`)]),
  ]);
  return orOk(lines, 'configuration', 'the newest is in use');
}

function hookLines(asked: readonly Asked[]): readonly Line[] {
  const paths = pathsOf(asked, (path) => !isSchedulerPath(path));
  return orOk(
    [],
    'hooks-called',
    paths.length === 0 ? 'no replica answers them' : lastCallsText(asked, paths),
  );
}

/** `/validate/pods 5 s ago; never: /mutate/pods` */
export function lastCallsText(asked: readonly Asked[], paths: readonly string[]): string {
  const now = Math.max(...asked.map(({ state }) => state.now));
  const called = paths.flatMap((path) => {
    const at = lastAnswered(asked, path);
    return at === undefined ? [] : [`${path} ${durationText(now - at)} ago`];
  });
  const never = paths.filter((path) => lastAnswered(asked, path) === undefined);
  return [
    ...(called.length === 0 ? [] : [called.join(', ')]),
    ...(never.length === 0 ? [] : [`never: ${never.join(', ')}`]),
  ].join('; ');
}
