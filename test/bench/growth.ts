/** Filter calls of 100,000 names beside those of 5,000: does a byte of the body cost as much. */
import type { Effort } from './effort.ts';
import { bodiesOf, clusterOf, nodeNames } from './filter-by-names.ts';
import { inProcess, JSON_PARSE, LIMITS } from './in-process.ts';
import type { Row } from './result.ts';

const LARGE = 100_000;
const USUAL = 5_000;

export async function filterGrows(held: boolean, effort: Effort): Promise<Row[]> {
  const [large, usual] = [LARGE, USUAL].map((count) => {
    const names = nodeNames(count);
    const { doors, pod } = clusterOf(names, held);
    const work = (body: Buffer) => doors.get('/scheduler/filter')?.answer(body);
    return { work, orders: bodiesOf(names, pod) };
  });
  if (large === undefined || usual === undefined) return [];
  const rows: Row[] = [];
  for (const [index, { order, bodies }] of large.orders.entries()) {
    const against = `${USUAL.toLocaleString('en')} names`;
    const smaller = { name: against, work: usual.work, bodies: usual.orders[index]?.bodies ?? [] };
    const contest = {
      what: `filter, ${LARGE.toLocaleString('en')} names, ${held ? 'room held on every node' : 'nothing held'}, ${order}`,
      bodies,
      work: large.work,
      others: [...LIMITS, smaller],
      goals: { [JSON_PARSE.name]: null },
      growth: { against, goal: { atMost: 1 } },
    };
    rows.push(await inProcess(contest, effort));
  }
  return rows;
}
