/** What was decided lately, newest first. */
import { type Decision, identity } from '../data/decisions.ts';
import { fullName } from '../data/selection.ts';

export function Decisions({ decisions }: { readonly decisions: readonly Decision[] }) {
  if (decisions.length === 0) {
    return (
      <p class="empty">
        Nothing was refused or evicted yet. What is decided from now on appears here by itself.
      </p>
    );
  }
  return (
    <ol class="decisions" aria-live="polite" aria-relevant="additions">
      {decisions.map((decision) => (
        <li key={identity(decision)}>
          <p class="line">
            <time dateTime={decision.last}>{clock(decision.last)}</time>
            <b class={`outcome ${decision.outcome}`}>{decision.outcome}</b>
            <span class="codes">{Object.keys(decision.codes).join(' ')}</span>
            {decision.times > 1 && <span class="muted">{decision.times} times</span>}
          </p>
          <p>
            <span class="muted">{decision.object.kind} </span>
            {fullName(decision.object)}
            {decision.node !== null && <span class="muted"> on {decision.node}</span>}
          </p>
          <p class="muted">{decision.words}</p>
        </li>
      ))}
    </ol>
  );
}

function clock(iso: string): string {
  return new Date(iso).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit', second: '2-digit' });
}
