/**
 * `npm run bench:fairness [-- ROUNDS SECONDS [realtime]]`: what tenant B and a scheduler wait for while tenant A sends ten times as many reviews,
 * and while it sends as many as are answered over many connections. Prints JSON. `realtime` takes the processors from all else on
 * the machine (Linux, root), without which a busy one says nothing.
 */
import { measureFairness } from './fairness.ts';

const ROUNDS = 5;
const SECONDS = 5;

const [rounds = ROUNDS, seconds = SECONDS] = process.argv.slice(2, 4).map(Number);
const realtime = process.argv[4] === 'realtime';
console.log(JSON.stringify(await measureFairness({ rounds, seconds, realtime }), null, 2));
