/** DW603: whether the schedule of an Order ever comes. Whether there has to be one its schema says. */
import type { Order } from '../../kube/objects.ts';
import { ORDER_DEFAULTS } from '../../kube/orders.ts';
import { compileSchedule } from '../../orders/time/schedule.ts';
import type { Finding } from '../finding.ts';

const ZONE_REMEDY = 'name a zone of the IANA database, such as Europe/Berlin or UTC';

export function scheduleFindings({ spec }: Order): Finding[] {
  const { schedule, timeZone } = spec?.strategy ?? {};
  if (!schedule) return [];
  const compiled = compileSchedule(schedule, timeZone || ORDER_DEFAULTS.timeZone);
  if (compiled.ok) return [];
  const { field, problem } = compiled;
  const found = field === 'schedule' ? schedule : timeZone;
  const detail = `${JSON.stringify(found)} ${problem}`;
  const remedy = field === 'timeZone' ? { remedy: ZONE_REMEDY } : {};
  return [{ code: 'DW603', field: `spec.strategy.${field}`, detail, ...remedy }];
}
