/** The rules that hold between settings about tenants: what would open a door that nobody sees. */
import { isObject } from '../../json/object.ts';
import { type Path, valueAt } from '../../json/path.ts';
import { ARKTOS_SYSTEM, type Flavor } from '../../kube/flavor.ts';
import type { ReasonCode } from '../../policy/reasons.ts';
import type { Configuration } from '../schema/schema.ts';
import { SHARED_CONTROLLER } from '../schema/tenancy-settings.ts';
import type { Mistake } from './problem.ts';

const SYSTEM_TENANTS = ['tenancy', 'systemTenants'];
/** Lists of users that pass whatever the object is. */
const TRUSTED_LISTS = [
  ['tenancy', 'controllers'],
  ['tenancy', 'schedulers'],
];
const FLAVOR = ['cluster', 'flavor'];
const EXEMPTIONS = ['exemptions'];
const PROTECTED = ['headroom', 'daemonSets'];

/** A system tenant has its name in one of these. */
const CONVENTIONS = { label: 'labels', labelSuffix: 'labelSuffixes', annotation: 'annotations' } as const;
const CONVENTION_KEYS = [
  'label',
  'labelSuffix',
  'annotation',
] as const satisfies readonly (keyof typeof CONVENTIONS)[];

/** Rules that find something outside the system tenant only. */
const ABOUT_TENANTS: readonly ReasonCode[] = ['DW101', 'DW103', 'DW105', 'DW106'];

const ARKTOS: Flavor = 'arktos';

/** In a document of which any part may be wrong. */
export function tenancyMistakes(document: unknown): Mistake[] {
  return [...conventionMistakes(document), ...controllerMistakes(document), ...tenantMistakes(document)];
}

function itemsAt(document: unknown, path: Path): { readonly item: unknown; readonly path: Path }[] {
  const list = valueAt(document, path);
  const items: readonly unknown[] = Array.isArray(list) ? list : [];
  return items.map((item, position) => ({ item, path: [...path, position] }));
}

function conventionMistakes(document: unknown): Mistake[] {
  return itemsAt(document, SYSTEM_TENANTS).flatMap(({ item, path }): Mistake[] => {
    if (!isObject(item)) return [];
    const given = CONVENTION_KEYS.filter((key) => item[key] !== undefined);
    if (given.length === 1) return [];
    const found = given.length === 0 ? 'none' : given.join(' and ');
    return [
      { path, about: 'value', message: `needs exactly one of ${CONVENTION_KEYS.join(', ')}, found ${found}` },
    ];
  });
}

/** Where controllers share this user it makes every pod of every tenant: whatever it asked for would pass. */
function controllerMistakes(document: unknown): Mistake[] {
  return TRUSTED_LISTS.flatMap((list) => itemsAt(document, list))
    .filter(({ item }) => item === SHARED_CONTROLLER)
    .map(({ path }) => ({
      path,
      about: 'value',
      message: `must not be ${SHARED_CONTROLLER}, as whom the pods of every tenant are made: it belongs in tenancy.sharedControllers, and is always counted there`,
    }));
}

function tenantMistakes(document: unknown): Mistake[] {
  if (valueAt(document, FLAVOR) === ARKTOS) return missingTenants(document);
  return [...itemsAt(document, EXEMPTIONS), ...itemsAt(document, PROTECTED)]
    .filter(({ item }) => isObject(item) && item.tenant !== undefined)
    .map(({ path }) => ({
      path: [...path, 'tenant'],
      about: 'key',
      message: 'is for Arktos: set cluster.flavor to arktos, or name the namespaces of the tenant',
    }));
}

/** Before there were tenants in exemptions, one for a namespace held for the namespace of that name of every tenant. */
function missingTenants(document: unknown): Mistake[] {
  return itemsAt(document, EXEMPTIONS).flatMap(({ item, path }): Mistake[] => {
    if (!isObject(item) || !ABOUT_TENANTS.some((code) => code === item.rule)) return [];
    const tenant = [...path, 'tenant'];
    const why = `${item.rule} finds nothing in the system tenant`;
    if (item.tenant === undefined) {
      const message = `is missing: ${why}, which is meant by default; name the tenant that is exempt, or * for every one`;
      return [{ path: tenant, about: 'missing-key', message }];
    }
    if (item.tenant !== ARKTOS_SYSTEM) return [];
    return [
      { path: tenant, about: 'value', message: `has no effect: ${why}; name the tenant that is exempt` },
    ];
  });
}

/** System tenants of a mark that nobody looks at. */
export function unusedSystemTenants({ tenancy }: Configuration): Mistake[] {
  return tenancy.systemTenants.flatMap((tenant, position) =>
    CONVENTION_KEYS.flatMap((key): Mistake[] => {
      const mark = tenant[key];
      const setting = CONVENTIONS[key];
      if (mark === undefined || tenancy[setting].includes(mark)) return [];
      const message = `has no effect: ${mark} is not in tenancy.${setting}`;
      return [{ path: [...SYSTEM_TENANTS, position, key], about: 'value', message }];
    }),
  );
}
