/** Every rule with its verdict, the numbers behind it, and what would help. */
import type { RuleVerdict } from '../../../../src/explain/rule-verdict.ts';

const SIGNS: Readonly<Record<RuleVerdict['verdict'], { readonly sign: string; readonly words: string }>> = {
  yes: { sign: '✓', words: 'yes' },
  no: { sign: '✕', words: 'no' },
  note: { sign: '·', words: 'note' },
};

export function Rules({ rules }: { readonly rules: readonly RuleVerdict[] }) {
  return (
    <ul class="rules">
      {rules.map(({ rule, verdict, code, words, remedy }) => (
        <li key={`${rule} ${words}`} class={verdict}>
          <span class="sign" aria-hidden="true">
            {SIGNS[verdict].sign}
          </span>
          <div>
            <p>
              <b>{rule}</b>
              <span class="unseen">, {SIGNS[verdict].words}: </span>
              {code !== undefined && <code>{code}</code>} {words}
            </p>
            {remedy !== undefined && <p class="remedy">{remedy}</p>}
          </div>
        </li>
      ))}
    </ul>
  );
}
