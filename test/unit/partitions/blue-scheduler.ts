/** What blue's scheduler is told of nodes that the view may not have, with so many partitions read. */
import { schedulerDoors } from '../../../src/scheduler/door.ts';
import { extenderOver } from '../scheduler/extender.ts';
import { partitioned } from './partitioned.ts';

export function blueScheduler(read: readonly string[]) {
  const { store, sync, hear, east, blue } = partitioned();
  sync(...read);
  hear(0, ...read);
  east.node('e1');
  const { extender, clock } = extenderOver(store);
  const filter = schedulerDoors(extender, { takesWhole: false, partition: 'blue' }).get('/scheduler/filter');
  const passing = (names: readonly string[]): string[] => {
    const body = JSON.stringify({ Pod: blue.tenantPod('web'), NodeNames: names });
    const answer = filter?.answer(Buffer.from(body));
    if (answer === undefined || answer instanceof Promise || !answer.ok) throw new Error('no answer');
    return JSON.parse(answer.value.toString()).NodeNames;
  };
  return { clock, hear, passing };
}
