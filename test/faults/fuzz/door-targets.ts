/** The doors of the service port: each path for itself, with its settings mild, strict and for Arktos. */

import { type Configuration, defaultConfiguration, withDefaults } from '../../../src/config/schema/schema.ts';
import { REASON_CODES } from '../../../src/policy/reasons.ts';
import { exampleDoors } from '../doors.ts';
import { mutated } from '../mutations.ts';
import { checkAnswer } from './answer-shape.ts';
import { allBodies } from './door-bodies.ts';
import { type Outcome, TAKEN, type Target } from './target.ts';

/** So often a body comes to somebody else's door. */
const STRANGERS = 0.05;

/** Of the file targets each has some tens: bodies are read a hundred times as fast. */
const SHARE_OF_ALL = 850;

const HEAD = { apiVersion: 'daemonward.dev/v1alpha1', kind: 'Configuration' };

function configurations(): Configuration[] {
  const rules = Object.fromEntries(REASON_CODES.map((code) => [code, 'enforce']));
  const strict = { ...HEAD, rules, headroom: { mode: 'enforce' }, preempt: { mode: 'enforce' } };
  return [
    defaultConfiguration(),
    withDefaults(strict),
    withDefaults({ ...strict, cluster: { flavor: 'arktos' } }),
  ];
}

export function doorTargets(): Target[] {
  const bodies = allBodies();
  const doors = configurations().flatMap((configuration) =>
    [true, false].map((takesWhole) => exampleDoors({ takesWhole, configuration })),
  );
  const paths = [...(doors[0]?.keys() ?? [])];
  return paths.map((path) => {
    const own = bodies.filter((body) => body.path === path);
    return {
      name: path,
      share: SHARE_OF_ALL / paths.length,
      input(random) {
        const from = random() < STRANGERS ? bodies : own;
        return mutated(from[Math.floor(random() * from.length)]?.body ?? Buffer.alloc(0), random);
      },
      async read(input): Promise<Outcome> {
        // By its length and not in turn: the same input has the same answer whenever it is tried.
        const answer = await doors[input.length % doors.length]?.get(path)?.(input);
        if (answer === undefined) throw new Error('no such door');
        if (answer.ok) {
          checkAnswer(path, answer.value);
          return TAKEN;
        }
        const { code, field, message } = answer.problem;
        const isPlaced = field !== '' || code === 'invalid-json' || code === 'empty-body';
        return { errors: [message], placeless: isPlaced && !message.includes('\n') ? [] : [message] };
      },
    };
  });
}
