/** `daemonward version` */
import { VERSION } from '../config/identity.ts';
import { type Command, EXIT, oneOf, outputFlag } from './command.ts';

const OUTPUTS = ['text', 'json'] as const;

export const version: Command = {
  details: '',
  options: { output: outputFlag(OUTPUTS) },
  examples: [['daemonward version -o json', 'for a program']],
  async run(args, terminal) {
    const { nodeVersion } = terminal;
    const text = `daemonward ${VERSION} (node ${nodeVersion})`;
    const isJson = oneOf(args, 'output', OUTPUTS) === 'json';
    terminal.out(`${isJson ? JSON.stringify({ version: VERSION, nodeVersion }) : text}\n`);
    return EXIT.fine;
  },
};
