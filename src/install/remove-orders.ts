/** The kind Order goes last, and only when nobody loses anything by it: with the kind go all objects of it. */
import { ORDER_DEFINITION_NAME } from '../render/workload/order-definition.ts';
import { deleteAll, leftovers, type Target } from './apply.ts';
import { DEFINITION_KIND, type ObjectKey, ORDER_KIND, pathOf } from './resources.ts';

export async function removeOrders(target: Target, withOrders: boolean): Promise<void> {
  const { apiVersion, kind } = DEFINITION_KIND;
  const definition: ObjectKey = { apiVersion, kind, metadata: { name: ORDER_DEFINITION_NAME } };
  if ((await target.api.find(pathOf(definition))) === undefined) return;
  const orders = await leftovers(target.api, [ORDER_KIND], {});
  if (orders.length > 0 && !withOrders) {
    const words = orders.length === 1 ? 'is 1 Order' : `are ${orders.length} Orders`;
    const why = `there ${words}, which would be deleted with it; give --orders to delete both`;
    target.report({ object: definition, action: 'kept', why, differences: [] });
    return;
  }
  await deleteAll([...orders, definition], target);
}
