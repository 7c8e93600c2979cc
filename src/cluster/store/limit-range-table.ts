/** The LimitRanges, found by tenant, namespace and name, and all of one namespace together. */
import { KEY_OF, partitionKey, scopedKey } from '../object-key.ts';
import type { SlimLimitRange } from '../records.ts';
import { MapTable } from './table.ts';

const NONE: ReadonlySet<SlimLimitRange> = new Set();

export class LimitRangeTable extends MapTable<SlimLimitRange> {
  readonly #byNamespace = new Map<string, Set<SlimLimitRange>>();

  constructor() {
    super(KEY_OF.limitRanges);
  }

  in(namespace: string, tenant: string, partition: string): Iterable<SlimLimitRange> {
    return this.#byNamespace.get(namespaceKey({ namespace, tenant, partition })) ?? NONE;
  }

  protected override changed(before: SlimLimitRange | undefined, after: SlimLimitRange | undefined): void {
    if (before !== undefined) this.#unlink(before);
    if (after !== undefined) {
      const key = namespaceKey(after);
      this.#byNamespace.set(key, (this.#byNamespace.get(key) ?? new Set()).add(after));
    }
  }

  #unlink(limitRange: SlimLimitRange): void {
    const key = namespaceKey(limitRange);
    const others = this.#byNamespace.get(key);
    others?.delete(limitRange);
    if (others?.size === 0) this.#byNamespace.delete(key);
  }
}

function namespaceKey({
  partition,
  tenant,
  namespace,
}: Pick<SlimLimitRange, 'partition' | 'tenant' | 'namespace'>): string {
  return partitionKey(partition, scopedKey(tenant, '', namespace));
}
