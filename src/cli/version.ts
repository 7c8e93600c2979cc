/** `daemonward version` */
import { VERSION } from '../server/version.ts';
import { type Command, EXIT } from './command.ts';

export const version: Command = {
  name: 'version',
  summary: 'prints which Daemonward this is',
  details: '',
  options: {},
  async run(_args, terminal) {
    terminal.out(`daemonward ${VERSION} (node ${terminal.nodeVersion})\n`);
    return EXIT.fine;
  },
};
