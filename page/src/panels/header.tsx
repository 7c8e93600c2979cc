/** The top of the page: in one sentence how the daemons are, and whether what is shown is new. */
import type { StateCounts } from '../data/counts.ts';
import type { Connection } from '../data/follow.ts';
import type { Model } from '../data/model.ts';
import { counted } from '../data/words.ts';

interface HeaderProps {
  readonly model: Model;
  readonly counts: StateCounts;
  readonly connection: Connection;
}

const CONNECTION_WORDS: Readonly<Record<Connection, string>> = {
  connecting: 'connecting',
  live: 'live',
  lost: 'not answering, trying again',
  full: 'too many browsers follow already',
  token: 'a token is needed',
};

export function Header({ model, counts, connection }: HeaderProps) {
  const { cluster } = model;
  return (
    <header>
      <div class="brand">
        <img src="page/icon.svg" alt="" width="28" height="28" />
        <h1>Daemonward</h1>
      </div>
      <p class="headline" data-testid="headline">
        {headline(model, counts)}
      </p>
      <p class={`connection ${connection}`} role="status" title={cluster.source}>
        <span class="dot" aria-hidden="true" />
        {CONNECTION_WORDS[connection]}
        <span class="source">{cluster.source}</span>
      </p>
      {cluster.problem !== null && (
        <p class="problem" role="alert">
          What is shown may be old: {cluster.problem}
        </p>
      )}
      {cluster.headroom !== 'enforce' && (
        <p class="problem mild">
          headroom.mode is {cluster.headroom}:{' '}
          {cluster.headroom === 'off' ? 'no room is kept.' : 'room is counted, and kept from nobody.'}
        </p>
      )}
    </header>
  );
}

function headline({ rows, daemonSets }: Model, counts: StateCounts): string {
  const absent = counts.waiting + counts.missing + counts['given-up'] + counts['never-fits'] + counts.held;
  const where = `${counted(rows.size, 'node')}, ${counted(daemonSets.length, 'DaemonSet')}`;
  if (absent + counts.running === 0) return `Every daemon is in its place. ${where}.`;
  const sentences = [
    ...(absent > 0
      ? [
          `${counted(absent, 'daemon')} ${absent === 1 ? 'is' : 'are'} not where ${absent === 1 ? 'it belongs' : 'they belong'}`,
        ]
      : []),
    ...(counts.running > 0 ? [`${counts.running.toLocaleString()} not ready`] : []),
  ];
  return `${sentences.join(', ')}. ${where}.`;
}
