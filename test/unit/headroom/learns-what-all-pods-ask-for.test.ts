/** What others add to every pod of a template is what all of them ask for: one that asks for less says so. */
import { expect, test } from 'vitest';
import { CommonRequests } from '../../../src/headroom/protected/common-requests.ts';
import type { Resources } from '../../../src/kube/resources/requests.ts';

const asks = (amounts: Readonly<Record<string, bigint>>): Resources => new Map(Object.entries(amounts));

test('the least of each resource is common, and only less than before is news', () => {
  const common = new CommonRequests();
  const before = Object.fromEntries(common.amounts);
  const first = asks({ cpu: 5n, memory: 8n });

  const news = [
    common.add(first),
    common.add(first),
    common.add(asks({ cpu: 5n, memory: 8n })),
    common.add(asks({ cpu: 9n, memory: 8n, other: 1n })),
    common.add(asks({ cpu: 9n, memory: 7n })),
    common.add(asks({ cpu: 4n, memory: 9n })),
    common.add(asks({ memory: 9n })),
    common.add(asks({})),
  ];

  expect(before).toEqual({});
  expect(news).toEqual([true, false, false, false, true, true, true, true]);
  expect(Object.fromEntries(common.amounts)).toEqual({ cpu: 0n, memory: 0n });
});

test('what only the first asks for is not common, and what only others ask for neither', () => {
  const common = new CommonRequests();

  common.add(asks({ cpu: 5n, gpu: 1n }));
  common.add(asks({ cpu: 3n, disk: 2n }));

  expect(Object.fromEntries(common.amounts)).toEqual({ cpu: 3n, gpu: 0n });
});
