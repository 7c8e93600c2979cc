/** The rules for what a container asks for and may take. */
import type { JsonObject } from '../../../json/object.ts';
import { qualifiedNameProblems } from '../../metadata/labels.ts';
import { parseQuantity, type Quantity } from '../../resources/quantity.ts';
import { type FieldError, forbidden, invalid, invalidForEach, required } from '../field-error.ts';
import { objectAt } from './fields.ts';

const STANDARD = ['cpu', 'memory', 'ephemeral-storage'];
/** Resources of Kubernetes too, which only quotas and volumes have. */
const COUNTED = [
  ...['requests', 'limits'].flatMap((kind) => STANDARD.map((name) => `${kind}.${name}`)),
  'pods',
  'resourcequotas',
  'services',
  'services.nodeports',
  'services.loadbalancers',
  'replicationcontrollers',
  'secrets',
  'configmaps',
  'persistentvolumeclaims',
  'storage',
  'requests.storage',
];
const HUGE_PAGES = 'hugepages-';
const NATIVE_DOMAIN = 'kubernetes.io/';
const QUOTA_PREFIX = 'requests.';
const MILLI = 1_000n;

/** Of a pod itself what is limited and not asked for is asked for as well: the API server fills it in. */
export function validateResources(container: JsonObject, field: string, isPod: boolean): FieldError[] {
  const resources = objectAt(container, 'resources');
  const limits = quantitiesIn(objectAt(resources, 'limits'));
  const asked = quantitiesIn(objectAt(resources, 'requests'));
  const requests = isPod ? new Map([...limits, ...asked]) : asked;
  const at = `${field}.resources`;
  const names = [...limits.keys(), ...requests.keys()];
  const isHugeAlone = names.some(isHugePage) && !names.some((name) => name === 'cpu' || name === 'memory');
  return [
    ...[...limits].flatMap(([name, amount]) => validateAmount(name, amount, `${at}.limits[${name}]`)),
    ...[...requests].flatMap(([name, amount]) => [
      ...validateAmount(name, amount, `${at}.requests[${name}]`),
      ...validateBelowLimit(name, amount, limits.get(name), at),
    ]),
    ...(isHugeAlone ? [forbidden(at, 'huge pages need cpu or memory beside them')] : []),
  ];
}

/** With what was written, which is what people look for. */
interface Amount extends Quantity {
  readonly written: string;
}

function quantitiesIn(map: JsonObject): ReadonlyMap<string, Amount> {
  const quantities = new Map<string, Amount>();
  for (const [name, value] of Object.entries(map)) {
    const text = typeof value === 'string' ? value.trim() : value;
    const quantity = typeof text === 'string' || typeof text === 'number' ? parseQuantity(text) : null;
    if (quantity !== null) quantities.set(name, { ...quantity, written: String(text) });
  }
  return quantities;
}

function validateAmount(name: string, { milli, value, written }: Amount, field: string): FieldError[] {
  return [
    ...validateName(name, field),
    ...(milli < 0n ? [invalid(field, written, 'must not be negative')] : []),
    ...(isExtended(name) && milli % MILLI !== 0n ? [invalid(field, written, 'must be a whole number')] : []),
    ...(isHugePage(name) && !isWholePages(name, value)
      ? [invalid(field, written, 'must be a multiple of the size of the page')]
      : []),
  ];
}

/** As many errors as the API server counts: of a name, of a resource, and of one that containers have. */
function validateName(name: string, field: string): FieldError[] {
  const errors = invalidForEach(field, name, qualifiedNameProblems(name));
  if (name.includes('/')) {
    const isNamed = isNative(name) || isExtendedName(name);
    return isNamed ? errors : [...errors, invalid(field, name, 'is no name of an extended resource')];
  }
  if (STANDARD.includes(name) || isHugePage(name)) return errors;
  return [
    ...errors,
    ...(errors.length > 0 || COUNTED.includes(name)
      ? []
      : [invalid(field, name, 'must be a resource of Kubernetes, or have a domain before a /')]),
    invalid(field, name, 'is no resource of a container'),
  ];
}

/** A quota can name it. */
function isExtendedName(name: string): boolean {
  return !name.startsWith(QUOTA_PREFIX) && qualifiedNameProblems(`${QUOTA_PREFIX}${name}`).length === 0;
}

/** What a node has whole pieces of cannot be promised twice: as much is asked for as may be taken. */
function validateBelowLimit(
  name: string,
  { milli, written }: Amount,
  limit: Amount | undefined,
  field: string,
): FieldError[] {
  const isShared = isNative(name) && !isHugePage(name);
  if (limit === undefined) {
    return isShared ? [] : [required(`${field}.limits`, `must have ${name}, which cannot be overcommitted`)];
  }
  const than = `the limit of ${name}, which is ${limit.written}`;
  if (!isShared && milli !== limit.milli) {
    return [invalid(`${field}.requests`, written, `must be equal to ${than}`)];
  }
  return milli > limit.milli ? [invalid(`${field}.requests`, written, `must not be above ${than}`)] : [];
}

function isHugePage(name: string): boolean {
  return name.startsWith(HUGE_PAGES);
}

/** The size stands in the name: `hugepages-2Mi`. */
function isWholePages(name: string, value: bigint): boolean {
  const size = parseQuantity(name.slice(HUGE_PAGES.length));
  return size !== null && size.value > 0n && size.milli % MILLI === 0n && value % size.value === 0n;
}

function isNative(name: string): boolean {
  return !name.includes('/') || name.includes(NATIVE_DOMAIN);
}

function isExtended(name: string): boolean {
  return !isNative(name) && !name.startsWith(QUOTA_PREFIX);
}
