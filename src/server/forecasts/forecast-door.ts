/** `POST /forecast` of the ops port: a manifest in, for each of its DaemonSets the whole forecast out. */
import { isUtf8 } from 'node:buffer';
import { hasPods } from '../../cluster/partitions.ts';
import { manifestQuestion } from '../../explain/forecast/manifest-question.ts';
import { type ForecastReport, reportOf } from '../../explain/forecast/report.ts';
import { forecastText } from '../../explain/forecast/report-text.ts';
import { unknownPartition } from '../../explain/found.ts';
import { ENTRIES_SHOWN, MOST_ENTRIES_SHOWN } from '../../explain/scene.ts';
import { clipped } from '../../json/clipped.ts';
import type { JsonObject } from '../../json/object.ts';
import { fieldBelow } from '../../json/path.ts';
import { dnsLabelProblems } from '../../kube/metadata/names.ts';
import type { ForecastQuestion } from '../../policy/rules/forecast.ts';
import type { Extender } from '../../scheduler/extender.ts';
import type { Caller } from '../http/caller.ts';
import { HttpError } from '../http/errors.ts';
import {
  countIn,
  type DescribedRoute,
  type OpsAnswer,
  type OpsRequest,
  textOrJson,
} from '../ops/ops-answer.ts';
import type { Manifests } from '../reading/large-manifests.ts';
import { wholeForecast } from './whole-forecast.ts';

/** What a chart of a whole platform renders to; one DaemonSet has some 5 KB. */
export const MANIFEST_LIMIT_BYTES = 2 * 1024 * 1024;

/** Each takes up to half a second on the largest clusters. */
const MOST_DAEMON_SETS = 20;

/** People look at one; whoever sends more at a time is no person. */
const MOST_AT_A_TIME = 4;

/** A value is repeated to its sender for orientation. */
const LONGEST_VALUE_SHOWN = 40;

export const FORECAST_PATH = '/forecast';

export const FORECAST_ROUTE: DescribedRoute = {
  summary: 'What each DaemonSet of a manifest will do on every node.',
  access: 'cluster',
  types: ['application/json', 'text/plain'],
  query: {
    nodes: `how many nodes are shown, those in trouble first, or all (default ${ENTRIES_SHOWN})`,
    namespace: 'of objects that name none (default default)',
    partition: 'the tenant partition that it is for, where there are several',
    format: 'text or json',
  },
};

export type ForecastDoor = (
  bytes: Buffer<ArrayBuffer>,
  request: Pick<OpsRequest, 'query' | 'accept'>,
  caller: Caller,
) => Promise<OpsAnswer>;

export function forecastDoor(extender: Extender, manifests: Manifests): ForecastDoor {
  let underWay = 0;

  async function forecasts(bytes: Buffer<ArrayBuffer>, query: URLSearchParams, caller: Caller) {
    const nodesShown = countIn(query, 'nodes', ENTRIES_SHOWN, MOST_ENTRIES_SHOWN);
    const namespace = namespaceFrom(query);
    const partition = partitionFrom(query);
    if (bytes.length === 0) throw new HttpError('empty-body', 'the body is empty: send a manifest');
    if (!isUtf8(bytes)) throw new HttpError('invalid-manifest', 'the body is not text in UTF-8');
    const { daemonSets, problems } = await manifests.daemonSetsIn(bytes, caller);
    if (problems.length > 0) throw new HttpError('invalid-manifest', problems.join('; '));
    const { length } = daemonSets;
    if (length === 0) throw new HttpError('invalid-manifest', 'there is no DaemonSet in the manifest');
    if (length > MOST_DAEMON_SETS) {
      throw new HttpError('too-many-values', `(body): holds more than ${MOST_DAEMON_SETS} DaemonSets`);
    }
    if (!extender.look()) {
      throw new HttpError(
        'cluster-unknown',
        'the view of the cluster is not complete, or too old: see /readyz',
      );
    }
    const questions = daemonSets.map(({ content, path }) => questionOf(content, path, namespace, partition));
    const reports: ForecastReport[] = [];
    for (const question of questions) reports.push(await forecastOf(question, nodesShown, caller));
    return reports;
  }

  /** Priority classes and limit ranges are those of one of them, whichever nodes its daemons then run on. */
  function partitionFrom(query: URLSearchParams): string {
    const names = extender.view.partitions.filter(hasPods).map(({ name }) => name);
    const given = query.get('partition');
    const [first = ''] = names;
    if (given === null && names.length === 1) return first;
    if (given !== null && names.includes(given)) return given;
    const message =
      given === null
        ? `is missing: there are ${names.join(', ')}`
        : unknownPartition(clipped(given, LONGEST_VALUE_SHOWN), names);
    throw new HttpError('invalid-field', `partition: ${message}`);
  }

  function questionOf(
    content: JsonObject,
    place: string,
    namespace: string,
    partition: string,
  ): ForecastQuestion {
    const read = manifestQuestion(content, namespace, extender.rules, partition);
    if (!read.ok) throw new HttpError('invalid-field', `${fieldBelow(place, read.path)}: ${read.problem}`);
    return read.question;
  }

  async function forecastOf(question: ForecastQuestion, nodesShown: number, caller: Caller) {
    const { view, ledger, rules } = extender;
    const forecast = await wholeForecast(question, { view, ledger, rules }, () => !caller.isGone());
    if (forecast === null) throw new HttpError('overloaded', 'the caller has gone');
    return reportOf(forecast, view, rules, nodesShown);
  }

  return async (bytes, request, caller) => {
    if (underWay >= MOST_AT_A_TIME)
      throw new HttpError('overloaded', 'too many forecasts at a time: try again');
    underWay += 1;
    try {
      const reports = await forecasts(bytes, request.query, caller);
      return textOrJson({ forecasts: reports }, () => reports.map(forecastText).join('\n'), request);
    } finally {
      underWay -= 1;
    }
  };
}

/** `?namespace=` of objects that name none; where kubectl puts them. */
function namespaceFrom(query: URLSearchParams): string {
  const namespace = query.get('namespace') ?? 'default';
  const [wrong] = dnsLabelProblems(namespace);
  if (wrong === undefined) return namespace;
  throw new HttpError(
    'invalid-field',
    `namespace: ${wrong}, found "${clipped(namespace, LONGEST_VALUE_SHOWN)}"`,
  );
}
