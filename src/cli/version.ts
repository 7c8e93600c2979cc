/** `daemonward version` */
import { VERSION } from '../config/identity.ts';
import { type Command, EXIT } from './command.ts';

export const version: Command = {
  details: '',
  options: {},
  async run(_args, terminal) {
    terminal.out(`daemonward ${VERSION} (node ${terminal.nodeVersion})\n`);
    return EXIT.fine;
  },
};
