/** `daemonward serve` */
import type { Command } from './command.ts';

export const serve: Command = {
  name: 'serve',
  summary: 'runs the service',
  details:
    'With no configuration it runs on the example cluster, with certificates that it makes itself,\n' +
    'and prints lines to try. SIGTERM drains (server.drainSeconds) and ends it with exit code 0.',
  options: {
    config: { type: 'string', placeholder: 'FILE', description: 'the configuration (docs/configuration.md)' },
    snapshot: {
      type: 'string',
      multiple: true,
      placeholder: 'FILE',
      description: 'a cluster snapshot instead of cluster.snapshots; may be given several times',
    },
    port: {
      type: 'string',
      placeholder: 'PORT',
      description: 'instead of server.port; 0 takes any free one',
    },
    'ops-port': { type: 'string', placeholder: 'PORT', description: 'instead of ops.port' },
  },
  // Loaded when it is needed: the other commands and every --help start without a web server.
  run: async (args, terminal) => (await import('./serving.ts')).runServe(args, terminal),
};
