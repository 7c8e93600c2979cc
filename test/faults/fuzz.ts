/** Sends spoilt bodies through all doors: each gets an answer or a reason, none an error of ours, and none takes long. */
import { exampleDoors } from './doors.ts';
import { mutated, recordedBodies } from './mutations.ts';
import { seededRandom } from './seeded-random.ts';

export interface FuzzCounts {
  bodies: number;
  answered: number;
  readonly refused: Record<string, number>;
  /** What would have been a 500, with the number of its body. */
  readonly failed: { readonly body: number; readonly path: string; readonly error: string }[];
  /** Of the thread's own time: on a busy machine everything takes long by the clock. */
  longestMs: number;
}

/** More tell nothing new. */
const MOST_FAILURES = 10;

/** The bodies of a seed are the same ones whenever they are asked for. */
export async function fuzz(count: number, seed: number): Promise<FuzzCounts> {
  const recorded = recordedBodies();
  const random = seededRandom(seed);
  const doors = [exampleDoors({ takesWhole: true }), exampleDoors({ takesWhole: false })];
  const counts: FuzzCounts = { bodies: 0, answered: 0, refused: {}, failed: [], longestMs: 0 };
  const paths = [...(doors[0]?.keys() ?? [])];
  for (let index = 0; index < count && counts.failed.length < MOST_FAILURES; index += 1) {
    const { path, body } = recorded[Math.floor(random() * recorded.length)] ?? {
      path: '',
      body: Buffer.alloc(0),
    };
    // Now and then at somebody else's door.
    const door = random() < 0.05 ? (paths[Math.floor(random() * paths.length)] ?? path) : path;
    const bytes = mutated(body, random);
    const begin = threadMs();
    try {
      const answer = await doors[index % 2]?.get(door)?.(bytes);
      if (answer === undefined) throw new Error('no such door');
      if (answer.ok) counts.answered += 1;
      else counts.refused[answer.problem.code] = (counts.refused[answer.problem.code] ?? 0) + 1;
    } catch (error) {
      counts.failed.push({ body: index, path: door, error: String(error) });
    }
    counts.bodies += 1;
    counts.longestMs = Math.max(counts.longestMs, threadMs() - begin);
  }
  return counts;
}

function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
