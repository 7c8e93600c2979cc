/** The latest decisions as lines for a terminal. */
import { fullName } from '../audience.ts';
import type { Decision } from '../decisions/decision.ts';

function decisionLines(decisions: readonly Decision[]): string[] {
  return decisions.flatMap((decision) => [
    `  ${decision.last}  ${decisionWords(decision)}`,
    ...decision.candidates.map(
      ({ node, code, change, protected: guarded }) =>
        `    ${code} ${node}: ${change}${guarded === null ? '' : `, ${guarded.namespace}/${guarded.name} stays`}`,
    ),
  ]);
}

export function decisionsText(decisions: readonly Decision[]): string {
  const lines = decisions.length === 0 ? ['Nothing has been refused yet.'] : decisionLines(decisions);
  return `${lines.join('\n')}\n`;
}

/** Below an explanation, when something was decided. */
export function decisionSection(decisions: readonly Decision[]): string[] {
  return decisions.length === 0 ? [] : ['', 'Decided about it:', ...decisionLines(decisions)];
}

function decisionWords({ kind, outcome, object, codes, words, node, victims, times }: Decision): string {
  const name = fullName(object);
  const counts = Object.entries(codes).map(([code, count]) => (count > 1 ? `${code} ×${count}` : code));
  const often = times > 1 ? `, ${times} times` : '';
  const gone = victims.map((victim) => `${victim.namespace}/${victim.name}`).join(', ');
  const parts = [
    `${kind} ${outcome}: ${object.kind} ${name}${node === null ? '' : ` on ${node}`}${often}`,
    counts.join(', '),
    words,
    gone === '' ? '' : `evicted: ${gone}`,
  ];
  return parts.filter(Boolean).join('; ');
}
