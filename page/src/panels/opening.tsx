/** Before there is anything to draw: what is waited for, and where a token is given when the service wants one. */
import { useState } from 'preact/hooks';
import type { Connection } from '../data/follow.ts';

interface OpeningProps {
  readonly connection: Connection;
  /** The service's own, when it has refused. */
  readonly words: string;
  enter(token: string): void;
}

const WORDS: Readonly<Record<Exclude<Connection, 'token'>, string>> = {
  connecting: 'Asking for the cluster…',
  live: 'Waiting for the cluster…',
  lost: 'Daemonward does not answer. Trying again…',
  full: 'As many browsers follow Daemonward as may. Close another; this one tries again by itself.',
};

export function Opening({ connection, words, enter }: OpeningProps) {
  const [token, setToken] = useState('');
  return (
    <main class="opening">
      <img src="page/icon.svg" alt="" width="44" height="44" />
      <h1>Daemonward</h1>
      {connection !== 'token' && <p role="status">{WORDS[connection]}</p>}
      {connection === 'token' && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            enter(token);
          }}
        >
          <p role="status">{words}</p>
          <label>
            A token that may read explanations
            <input
              type="password"
              autocomplete="off"
              value={token}
              onInput={(event) => setToken(event.currentTarget.value)}
            />
          </label>
          <button type="submit">Look</button>
          <p class="muted">
            <code>kubectl create token ACCOUNT</code> makes one. It stays in this page, and is forgotten with
            it.
          </p>
        </form>
      )}
    </main>
  );
}
