/** What the API server has been told of us, against what it would be told now. */
import { type Difference, differences, differenceText } from '../../cluster/differences.ts';
import { isObject, type JsonObject } from '../../json/object.ts';
import { countWords } from '../text/lines.ts';
import type { CheckName } from './checks.ts';
import type { Known } from './known.ts';
import { failure, type Line, orOk, skipped, warning } from './line.ts';
import { firstOf } from './words.ts';

/** One that is rendered. */
export interface Rendered extends JsonObject {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly labels: Readonly<Record<string, string>> };
}

export interface RegistrationFacts {
  /**
   * As rendered at this moment, and as it was before an exemption ended: a policy has no clock, and the exemption has a
   * line of its own.
   */
  readonly rendered: readonly [readonly Rendered[], ...(readonly Rendered[])[]];
  /** By kind, what carries our label; or why it is not shown to us. */
  readonly found: ReadonlyMap<string, Known<readonly JsonObject[]>>;
}

/** So many fields say what has happened; the rest shows in a dry run. */
const FIELDS_SHOWN = 3;

export function registrationLines({ rendered, found }: RegistrationFacts): readonly Line[] {
  const [now] = rendered;
  const lines = now.flatMap((object) => objectLines(object, rendered, found));
  const of = (check: CheckName) => lines.filter((line) => line.check === check);
  const webhooks = now.filter(isWebhooks);
  const hooks = webhooks.reduce(
    (sum, { webhooks }) => sum + (Array.isArray(webhooks) ? webhooks.length : 0),
    0,
  );
  const policies = now.length - webhooks.length;
  const isHidden = of('webhooks').some(({ status }) => status !== 'ok');
  return [
    ...orOk(
      of('webhooks'),
      'webhooks',
      `${countWords(webhooks.length, 'configuration')} with ${countWords(hooks, 'hook')}, as rendered`,
    ),
    ...(isHidden
      ? of('failure-policy')
      : orOk(of('failure-policy'), 'failure-policy', 'every hook fails as rendered')),
    ...orOk(
      of('policies'),
      'policies',
      policies === 0 ? 'none is rendered' : `${countWords(policies, 'object')}, as rendered`,
    ),
    ...leftoverLines(now, found),
  ];
}

function objectLines(
  object: Rendered,
  alternatives: RegistrationFacts['rendered'],
  found: RegistrationFacts['found'],
): readonly Line[] {
  const check = isWebhooks(object) ? 'webhooks' : 'policies';
  const name = nameOf(object);
  const live = found.get(object.kind);
  if (live?.known !== true) return [skipped(check, `${name}: ${live?.why ?? 'not looked at'}`)];
  const there = live.value.find((candidate) => nameIn(candidate) === object.metadata.name);
  if (there === undefined) return [failure(check, `${name} is not there`)];
  const wanted = alternatives.flatMap((objects) => objects.filter((candidate) => nameOf(candidate) === name));
  const changes = wanted
    .map((candidate) => differences(comparable(there, candidate), comparable(candidate, candidate)))
    .toSorted((one, other) => one.length - other.length);
  const [fewest = []] = changes;
  const policies = fewest.filter(({ field }) => check === 'webhooks' && field.endsWith('.failurePolicy'));
  const others = fewest.filter((difference) => !policies.includes(difference));
  return [
    ...(others.length === 0 ? [] : [failure(check, `${name} is not as rendered: ${changeText(others)}`)]),
    ...policies.map((difference) => failure('failure-policy', failurePolicyText(name, difference))),
  ];
}

function changeText(changes: readonly Difference[]): string {
  return firstOf(changes.map(differenceText), FIELDS_SHOWN);
}

/** What it does, beside what it is. */
function failurePolicyText(name: string, difference: Difference): string {
  const effect =
    difference.after === 'Fail'
      ? 'while Daemonward is down everybody passes'
      : 'while Daemonward is down everybody is refused';
  return `${name}: ${differenceText(difference)}; ${effect}`;
}

/** Everything that is rendered but the CA, which is kept by somebody else. Labels beside ours are anybody's. */
function comparable(object: JsonObject, { metadata }: Rendered): JsonObject {
  const { apiVersion: _version, kind: _kind, metadata: meta, status: _status, ...content } = object;
  const labels = isObject(meta) && isObject(meta.labels) ? meta.labels : {};
  const ours = Object.keys(metadata.labels).map((key) => [key, labels[key]]);
  const { webhooks } = content;
  return {
    labels: Object.fromEntries(ours),
    ...content,
    ...(Array.isArray(webhooks) && { webhooks: webhooks.map(withoutBundle) }),
  };
}

function withoutBundle(webhook: unknown): unknown {
  if (!isObject(webhook) || !isObject(webhook.clientConfig)) return webhook;
  const { caBundle: _bundle, ...clientConfig } = webhook.clientConfig;
  return { ...webhook, clientConfig };
}

function leftoverLines(rendered: readonly Rendered[], found: RegistrationFacts['found']): readonly Line[] {
  const names = new Set(rendered.map(nameOf));
  const over = [...found].flatMap(([kind, objects]) =>
    objects.known
      ? objects.value
          .map((object) => `${kind.toLowerCase()}/${nameIn(object)}`)
          .filter((name) => !names.has(name))
      : [],
  );
  const lines =
    over.length === 0 ? [] : [warning('leftovers', `no longer rendered: ${firstOf(over, FIELDS_SHOWN)}`)];
  const isSeen = [...found.values()].some((objects) => objects.known);
  return isSeen ? orOk(lines, 'leftovers', 'nothing that is no longer rendered') : [];
}

function isWebhooks({ kind }: Pick<Rendered, 'kind'>): boolean {
  return kind.endsWith('WebhookConfiguration');
}

function nameOf({ kind, metadata }: Rendered): string {
  return `${kind.toLowerCase()}/${metadata.name}`;
}

function nameIn({ metadata }: JsonObject): string {
  return isObject(metadata) ? String(metadata.name) : '';
}
