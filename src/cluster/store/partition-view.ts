/** One partition as its own objects see it: names mean what they mean there. */
import { partitionKey, scopedKey } from '../object-key.ts';
import type { SlimNamespace, SlimPriorityClass, SlimRuntimeClass } from '../records.ts';
import type { PartitionView } from '../view.ts';
import type { LimitRangeTable } from './limit-range-table.ts';
import type { Table } from './table.ts';

export interface PartitionTables {
  readonly namespaces: Pick<Table<SlimNamespace>, 'get'>;
  readonly priorityClasses: Pick<Table<SlimPriorityClass>, 'get' | 'values'>;
  readonly limitRanges: Pick<LimitRangeTable, 'in'>;
  readonly runtimeClasses: Pick<Table<SlimRuntimeClass>, 'get'>;
  isSynced(): boolean;
}

export function partitionView(partition: string, tables: PartitionTables): PartitionView {
  const { namespaces, priorityClasses, limitRanges, runtimeClasses, isSynced } = tables;
  return {
    get synced() {
      return isSynced();
    },
    namespace: (name, tenant = '') => namespaces.get(partitionKey(partition, scopedKey(tenant, '', name))),
    priorityClass: (name) => priorityClasses.get(partitionKey(partition, name)),
    priorityClasses: () => own(partition, priorityClasses.values()),
    limitRangesIn: (namespace, tenant = '') => limitRanges.in(namespace, tenant, partition),
    runtimeClass: (name) => runtimeClasses.get(partitionKey(partition, name)),
  };
}

function* own(partition: string, classes: Iterable<SlimPriorityClass>): Generator<SlimPriorityClass> {
  for (const each of classes) if (each.partition === partition) yield each;
}
