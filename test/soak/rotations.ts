/** What changes under the process itself: its certificates, the authorities of both sides, and its configuration. */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { metricSum } from '../e2e/harness/ops-port.ts';
import { waitFor } from '../e2e/harness/wait-for.ts';
import type { Random } from '../snapshot/random.ts';
import type { SoakedCluster } from './cluster.ts';
import type { Deed } from './deeds.ts';

/** A rotation goes through three stages, each as long as the overlap, on cores that others use too. */
const ROTATED_WITHIN_MS = 180_000;

/** The file is read every two seconds. */
const TAKEN_UP_WITHIN_MS = 30_000;

const GARBAGE = [
  '',
  '{',
  'kind: Configuration\n',
  'a: [',
  '\u0000',
  '- 1\n- 2\n',
  'headroom: {mode: sometimes}\n',
];

export function rotationsOf(cluster: SoakedCluster, random: Random): Deed[] {
  const { replicas, daemonward } = cluster;
  const { configFile } = daemonward;
  const good: Record<string, Record<string, unknown>> = JSON.parse(readFileSync(configFile, 'utf8'));
  // Of two changes of the same thing at once one would be lost in the other.
  const [certificates, configuration] = [inTurn(), inTurn()];

  const write = (text: string): void => {
    writeFileSync(`${configFile}.new`, text);
    renameSync(`${configFile}.new`, configFile);
  };
  const reloads = (result: string) => metricSum(daemonward, 'daemonward_config_reloads_total', { result });
  const writeAndSee = async (text: string, result: string): Promise<void> => {
    const before = await reloads(result);
    write(text);
    await waitFor(
      `the configuration is ${result}`,
      () => reloads(result),
      (count) => count > before,
      { withinMs: TAKEN_UP_WITHIN_MS },
    );
  };
  let turn = 0;
  const variant = (): string => {
    turn += 1;
    return JSON.stringify({
      ...good,
      rules: { DW402: random.pick(['off', 'audit', 'warn']), DW301: random.pick(['audit', 'warn']) },
      headroom: { ...good.headroom, patience: `${300 + turn}s` },
    });
  };

  return [
    {
      name: 'configurations',
      everyMs: 30_000,
      run: () => configuration(() => writeAndSee(variant(), 'applied')),
    },
    {
      name: 'broken configurations, and back',
      everyMs: 150_000,
      run: () =>
        configuration(async () => {
          await writeAndSee(`${GARBAGE[random.below(GARBAGE.length)]}# ${turn}\n`, 'refused');
          await writeAndSee(variant(), 'applied');
        }),
    },
    {
      name: 'leaf certificates',
      everyMs: 120_000,
      run: () =>
        certificates(async () => {
          const { certificates: before } = await replicas.state(0);
          await replicas.renew('leaf');
          await waitFor(
            'the new leaf is served',
            () => replicas.state(0),
            (state) => state.certificates.leaf.sha256 !== before.leaf.sha256,
          );
        }),
    },
    {
      name: 'authorities of both sides, with a restart of the scheduler',
      everyMs: 540_000,
      run: () => certificates(() => replaceAuthorities(cluster)),
    },
  ];
}

/** One after the other, whatever became of the one before. */
function inTurn(): (run: () => Promise<unknown>) => Promise<unknown> {
  let last: Promise<unknown> = Promise.resolve();
  return (run) => {
    last = last.catch(() => {}).then(run);
    return last;
  };
}

async function replaceAuthorities({ replicas, restartScheduler }: SoakedCluster): Promise<void> {
  const keys = async () => Object.keys((await replicas.secret()).data ?? {});
  await replicas.renew('leaf,ca,clients,clients-ca');
  await waitFor('the new callers’ authority signs', keys, (all) => all.includes('previous-clients-ca.crt'), {
    withinMs: ROTATED_WITHIN_MS,
  });
  // The documented step: the new block, and the scheduler started again.
  await restartScheduler();
  await waitFor(
    'everything old is gone',
    keys,
    (all) => !all.some((key) => /^(?:next|previous)-/.test(key)),
    {
      withinMs: ROTATED_WITHIN_MS,
    },
  );
}
