/** What the API server refuses in an Order whose fields have the right types: bounds, words and rules of its schema. */
import { isObject, type JsonObject } from '../../json/object.ts';
import { fieldBelow, itemText, valueAt } from '../../json/path.ts';
import { readPod } from '../../kube/object-schema.ts';
import { type FieldError, invalid, notSupported, required } from '../../kube/validation/field-error.ts';
import { validateNodeAffinity } from '../../kube/validation/node-affinity.ts';
import { validateTolerations } from '../../kube/validation/toleration.ts';
import type { ListNode, ObjectNode, OpenApiNode, TextNode } from './open-api-node.ts';
import {
  DAEMON_SET_RULE,
  DURATION_RULE,
  type OrderRule,
  OWNER_RULES,
  RESOURCE_RULES,
  STRATEGY_RULES,
} from './order-rules.ts';
import { ORDER_SCHEMA } from './order-schema.ts';

const TEMPLATE = ['spec', 'template', 'spec'];

/** Every error. The status is not the author's. */
export function validateOrder(content: JsonObject): FieldError[] {
  const { spec } = ORDER_SCHEMA.properties ?? {};
  if (content.spec === undefined || spec === undefined) return [required('spec', 'must be given')];
  return [...errorsIn(content.spec, spec, 'spec'), ...ruleErrors(content), ...placementErrors(content)];
}

/** A null is no value at all, and what has another type is said by whoever decodes. */
function errorsIn(value: unknown, node: OpenApiNode, field: string): FieldError[] {
  if (value === undefined || value === null) return [];
  if ('x-kubernetes-int-or-string' in node) {
    const isSound =
      typeof value === 'number' ? value >= node.minimum : new RegExp(node.pattern).test(String(value));
    return isSound ? [] : [invalid(field, value, 'must be a quantity that is not below zero')];
  }
  if (node.type === 'object') return isObject(value) ? objectErrors(value, node, field) : [];
  if (node.type === 'array') return Array.isArray(value) ? listErrors(value, node, field) : [];
  if (node.type === 'string') return typeof value === 'string' ? textErrors(value, node, field) : [];
  if (node.type === 'boolean' || typeof value !== 'number') return [];
  const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = node;
  if (value < minimum) return [invalid(field, value, `must be ${minimum} or more`)];
  return value > maximum ? [invalid(field, value, `must be ${maximum} or less`)] : [];
}

function objectErrors(value: JsonObject, node: ObjectNode, field: string): FieldError[] {
  const { properties = {}, additionalProperties, maxProperties = Number.POSITIVE_INFINITY } = node;
  const missing = (node.required ?? []).filter((key) => value[key] === undefined || value[key] === null);
  const isTooMuch = Object.keys(value).length > maxProperties;
  return [
    ...missing.map((key) => required(fieldBelow(field, key), 'must be given')),
    ...(isTooMuch ? [invalid(field, undefined, `must have no more than ${maxProperties} entries`)] : []),
    ...Object.entries(value).flatMap(([key, entry]) => {
      const inner = additionalProperties ?? (Object.hasOwn(properties, key) ? properties[key] : undefined);
      return inner === undefined ? [] : errorsIn(entry, inner, fieldBelow(field, key));
    }),
  ];
}

function listErrors(value: readonly unknown[], node: ListNode, field: string): FieldError[] {
  const { items, minItems = 0, maxItems = Number.POSITIVE_INFINITY } = node;
  const isFew = value.length < minItems;
  const isMany = value.length > maxItems;
  return [
    ...(isFew ? [invalid(field, undefined, `must have ${minItems} items or more`)] : []),
    ...(isMany ? [invalid(field, undefined, `must have no more than ${maxItems} items`)] : []),
    ...value.flatMap((item, position) => errorsIn(item, items, itemText(field, position))),
  ];
}

function textErrors(value: string, node: TextNode, field: string): FieldError[] {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY } = node;
  if (node.enum !== undefined && !node.enum.includes(value)) return [notSupported(field, value, node.enum)];
  if (value.length < minLength) return [invalid(field, value, 'must not be empty')];
  return value.length > maxLength ? [invalid(field, value, `must be no longer than ${maxLength}`)] : [];
}

/** As the API server finds them: where the object is missing, so is the rule. What has a default is there. */
function ruleErrors(content: JsonObject): FieldError[] {
  const owners = valueAt(content, ['spec', 'owners']);
  const duration = valueAt(content, [...TEMPLATE, 'duration']);
  return [
    ...broken([DAEMON_SET_RULE], valueAt(content, ['spec']), 'spec'),
    ...broken(STRATEGY_RULES, valueAt(content, ['spec', 'strategy']), 'spec.strategy'),
    ...broken(RESOURCE_RULES, valueAt(content, [...TEMPLATE, 'resources']), 'spec.template.spec.resources'),
    ...(Array.isArray(owners) ? owners : []).flatMap((owner, position) =>
      broken(OWNER_RULES, owner, itemText('spec.owners', position)),
    ),
    ...(typeof duration === 'string' && !DURATION_RULE.holds(duration)
      ? [invalid('spec.template.spec.duration', duration, DURATION_RULE.message)]
      : []),
  ];
}

function broken(rules: readonly OrderRule[], self: unknown, field: string): FieldError[] {
  if (!isObject(self)) return [];
  return rules
    .filter((rule) => !rule.holds(self))
    .map(({ fieldPath = '', message }) => invalid(`${field}${fieldPath}`, undefined, message));
}

/** The rules of a pod, which are those of the schema in Kubernetes' own words. */
function placementErrors(content: JsonObject): FieldError[] {
  const { affinity, tolerations } = asObject(valueAt(content, TEMPLATE));
  const typed = readPod({ spec: { affinity, tolerations } });
  if (!typed.ok) return [];
  const { spec } = typed.value;
  return [
    ...validateTolerations(spec?.tolerations, 'spec.template.spec.tolerations'),
    ...validateNodeAffinity(spec?.affinity?.nodeAffinity, 'spec.template.spec.affinity.nodeAffinity', false),
  ];
}

function asObject(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}
