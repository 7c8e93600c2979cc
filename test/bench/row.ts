/** `node test/bench/row.ts NAME MODE`: measures one row of the bench, and prints it as JSON. */
import { effortOf } from './effort.ts';
import { ROWS } from './rows.ts';

const [name = '', mode = 'short'] = process.argv.slice(2);
const measure = ROWS.get(name);
if (measure === undefined) throw new Error(`no row ${name}: there are ${[...ROWS.keys()].join(', ')}`);
const rows = await measure(effortOf(mode));
console.log(JSON.stringify(rows.map((row) => ({ name, ...row }))));
