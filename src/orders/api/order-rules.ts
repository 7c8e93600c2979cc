/**
 * What the API server refuses in an Order beyond the types of its fields: in CEL for the cluster, and as a function for
 * `check`, one beside the other so that they stay one rule. A test asks both the same.
 */
import { isObject, type JsonObject } from '../../json/object.ts';
import { goDurationMs } from '../../kube/duration.ts';
import { compareAmounts, ZERO } from '../../kube/resources/amount.ts';
import { parseAmount } from '../../kube/resources/quantity.ts';
import type { CelRule } from './open-api-node.ts';

export interface OrderRule extends CelRule {
  /** The field below the one that the rule stands on; itself when there is none. */
  readonly fieldPath?: string;
  /** Whether it holds of the object that it stands on. Values of a wrong type are somebody else's concern. */
  holds(self: JsonObject): boolean;
}

export const DAEMON_SET_RULE: OrderRule = {
  rule: 'has(self.daemonSet) && self.daemonSet',
  message:
    'must be true: an Order reserves room on every eligible node, and reservations of another form do not exist here',
  fieldPath: '.daemonSet',
  holds: ({ daemonSet }) => daemonSet === true,
};

const isOneTime = ({ type }: JsonObject) => type === undefined || type === 'OneTime';
const hasSchedule = ({ schedule }: JsonObject) => typeof schedule === 'string';

export const STRATEGY_RULES: readonly OrderRule[] = [
  {
    rule: 'self.type == "OneTime" || has(self.schedule)',
    message: 'must be given for Scheduled and Recurring: five fields of cron, such as "0 */6 * * *"',
    fieldPath: '.schedule',
    holds: (strategy) => isOneTime(strategy) || hasSchedule(strategy),
  },
  {
    rule: 'self.type != "OneTime" || !has(self.schedule)',
    message: 'must be left out for OneTime, which has no times of its own',
    fieldPath: '.schedule',
    holds: (strategy) => !isOneTime(strategy) || !hasSchedule(strategy),
  },
];

const isSet = (value: unknown) => value !== undefined && value !== null;

export const OWNER_RULES: readonly OrderRule[] = [
  {
    rule: 'has(self.kind) || has(self.name) || has(self.selector)',
    message: 'must say whose the room is: by kind, name or selector',
    holds: ({ kind, name, selector }) => [kind, name, selector].some(isSet),
  },
  {
    rule: '!has(self.kind) || self.kind == "Pod" || (has(self.apiVersion) && self.apiVersion != "")',
    message: 'must be given beside a kind of controller, such as apps/v1 for DaemonSet',
    fieldPath: '.apiVersion',
    holds: ({ kind, apiVersion }) => !isSet(kind) || kind === 'Pod' || Boolean(apiVersion),
  },
];

/** Without a sign, each unit once, and so never longer than Go can count; what has a digit that is not 0 is more than nothing. */
const NUMBER = '[0-9]{1,6}([.][0-9]{1,9})?';
const DURATION = `^(${NUMBER}h)?(${NUMBER}m)?(${NUMBER}s)?(${NUMBER}ms)?$`;
const NOT_NOTHING = '[1-9]';
/** With each period every node is looked at again: what is shorter keeps a processor busy, and room for nobody. */
const SHORTEST_MS = 1_000;

/** On the text itself, so that the field is named. */
export const DURATION_RULE = {
  rule:
    `self.matches(${JSON.stringify(DURATION)}) && self.matches(${JSON.stringify(NOT_NOTHING)}) && ` +
    'duration(self) >= duration("1s")',
  message: 'must be a duration above zero, of a second or more, such as 30m, 8h or 24h',
  holds: (text: string) =>
    new RegExp(DURATION).test(text) &&
    new RegExp(NOT_NOTHING).test(text) &&
    (goDurationMs(text) ?? 0) >= SHORTEST_MS,
} as const;

export const RESOURCE_RULES: readonly OrderRule[] = [
  {
    rule: `${hasSome('self.requests')} || ${hasSome('self.limits')}`,
    message: 'must ask for something: a reservation of nothing holds nothing',
    fieldPath: '.requests',
    holds: ({ requests, limits }) => [requests, limits].some((amounts) => valuesOf(amounts).some(isSome)),
  },
  {
    rule: '!(has(self.requests) && "pods" in self.requests) && !(has(self.limits) && "pods" in self.limits)',
    message: 'must not name pods: each reservation has one place among them',
    fieldPath: '.requests',
    holds: ({ requests, limits }) =>
      [requests, limits].every((amounts) => !isObject(amounts) || !Object.hasOwn(amounts, 'pods')),
  },
  {
    rule:
      '!has(self.requests) || !has(self.limits) || self.requests.all(name, !(name in self.limits) || ' +
      'quantity(string(self.requests[name])).compareTo(quantity(string(self.limits[name]))) <= 0)',
    message: 'must not be above the limits',
    fieldPath: '.requests',
    holds: ({ requests, limits }) =>
      !isObject(requests) ||
      !isObject(limits) ||
      Object.entries(requests).every(
        ([name, amount]) => !Object.hasOwn(limits, name) || !isAbove(amount, limits[name]),
      ),
  },
];

/** What is no quantity is not above anything: its own field says so. */
function isAbove(request: unknown, limit: unknown): boolean {
  const [asked, most] = [request, limit].map((value) => parseAmount(String(value)));
  return asked && most ? compareAmounts(asked, most) > 0 : false;
}

/** What is no quantity is not called nothing either. */
function isSome(value: unknown): boolean {
  const amount = parseAmount(String(value));
  return amount === null || compareAmounts(amount, ZERO) > 0;
}

function valuesOf(value: unknown): readonly unknown[] {
  return isObject(value) ? Object.values(value) : [];
}

/** In CEL: one of the amounts is above zero. */
function hasSome(amounts: string): string {
  const isAboveZero = `quantity(string(${amounts}[name])).isGreaterThan(quantity("0"))`;
  return `(has(${amounts}) && ${amounts}.exists(name, ${isAboveZero}))`;
}

/** As it is written into the schema. */
export function celRules(rules: readonly OrderRule[]): CelRule[] {
  return rules.map(({ rule, message, fieldPath }) => ({
    rule,
    message,
    ...(fieldPath !== undefined && { fieldPath }),
  }));
}
