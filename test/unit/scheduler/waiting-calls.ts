/** Filter calls over two nodes, of which some are answered later, by a clock that the test moves. */
import { clusterWith, filterOver } from './cluster-with-agent.ts';
import type { ExtenderOptions } from './extender.ts';

/** All that the answers say. */
interface Answer {
  NodeNames: string[];
}

/** A clock that goes on only by pauses: each is over when the test says so. */
export function overTwoNodes(options: ExtenderOptions = {}) {
  const pauses: { ms: number; end(): void }[] = [];
  const clock = { now: 0 };
  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const end = () => {
        clock.now += ms;
        resolve();
      };
      pauses.push({ ms, end });
    });
  const cluster = clusterWith(['n1', 'n2']);
  const over = filterOver(cluster, { clock, pause, ...options });
  // A scheduler that tells.
  over.ask('bind', { PodUID: 'nobody', Node: 'n1' });
  const ask = async (
    name: string,
    NodeNames: readonly string[] = ['n1', 'n2'],
    cpu = '3',
  ): Promise<Answer> => {
    const Pod = cluster.tenantPod(name, { cpu });
    const answer = await over.doors
      .get('/scheduler/filter')
      ?.answer(Buffer.from(JSON.stringify({ Pod, Nodes: null, NodeNames })));
    if (answer?.ok !== true) throw new Error('no answer');
    return JSON.parse(answer.value.toString());
  };
  const tell = (PodUID: string, Node: string) => over.ask('bind', { PodUID, Node });
  return { ...over, cluster, pauses, ask, tell };
}
