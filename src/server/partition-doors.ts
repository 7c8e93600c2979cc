/** What is said and asked at the doors of one partition: its own objects, and by its own path. */
import type { AdmissionEvent } from '../admission/door.ts';
import type { Partition } from '../cluster/partitions.ts';
import type { SlimPod } from '../cluster/records.ts';
import { partitionPath, splitPartitionPath } from '../config/partition-path.ts';
import { clipped } from '../json/clipped.ts';
import type { FindForecast } from '../policy/rules/forecast.ts';
import type { FindRoomToGrow } from '../policy/rules/resize.ts';

export interface AskedByReviews {
  observe(event: AdmissionEvent): void;
  readonly roomToGrow: FindRoomToGrow;
  readonly forecast: FindForecast;
}

/** A review does not say whose it is: its path does. In a cluster of one API server nothing is added. */
export function partitionDoors(partition: string, asked: AskedByReviews): AskedByReviews {
  if (partition === '') return asked;
  const { observe, roomToGrow, forecast } = asked;
  const own = (pod: SlimPod): SlimPod => ({ ...pod, partition });
  return {
    observe: (event) => observe({ ...event, partition, path: partitionPath(partition, event.path) }),
    roomToGrow: ({ before, asked: wanted, after }) =>
      roomToGrow({ before: own(before), asked: own(wanted), after: own(after) }),
    forecast: (question) =>
      forecast(question && { ...question, daemonSet: { ...question.daemonSet, partition } }),
  };
}

/** Paths that callers of Daemonward know, wherever it is. */
const KNOWN = /^\/(scheduler|validate|mutate)\//;

/** A path is repeated to its sender for orientation. */
const LONGEST_SHOWN = 60;

/** Why there is nobody at a path that would be there in another cluster, or for another partition. */
export function whyNotHere(callers: readonly Partition[]): (path: string) => string | undefined {
  const names = callers.map(({ name }) => name).filter((name) => name !== '');
  return (path) => {
    const split = splitPartitionPath(path);
    if (names.length === 0) {
      if (split === null || !KNOWN.test(split.rest)) return undefined;
      return `this cluster has no partitions: call ${clipped(split.rest, LONGEST_SHOWN)}`;
    }
    if (split === null) {
      if (!KNOWN.test(path)) return undefined;
      const [first = ''] = names;
      const example = partitionPath(first, clipped(path, LONGEST_SHOWN));
      return `this cluster has partitions: each API server and scheduler calls by its own name, such as ${example}`;
    }
    if (names.includes(split.partition) || !KNOWN.test(split.rest)) return undefined;
    const wrong = clipped(split.partition, LONGEST_SHOWN);
    return `there is no tenant partition ${wrong} in cluster.partitions; there are ${names.join(', ')}`;
  };
}
