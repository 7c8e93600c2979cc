/** `node test/bench/row.ts NAME`: measures one row of the bench, and prints it as JSON. */
import { ROWS } from './rows.ts';

const name = process.argv[2] ?? '';
const measure = ROWS.get(name);
if (measure === undefined) throw new Error(`no row ${name}: there are ${[...ROWS.keys()].join(', ')}`);
console.log(JSON.stringify(await measure()));
