/** `daemonward serve` */
import type { Command } from './command.ts';

export const serve: Command = {
  name: 'serve',
  summary: 'runs the service',
  details:
    'With no configuration it watches the cluster of your kubeconfig or of its pod, or the example cluster when there\n' +
    'is none, with certificates that it makes itself, and prints lines to try. SIGTERM drains (server.drainSeconds)\n' +
    'and ends it with exit code 0.',
  options: {
    config: { type: 'string', placeholder: 'FILE', description: 'the configuration (docs/configuration.md)' },
    snapshot: {
      type: 'string',
      multiple: true,
      placeholder: 'FILE',
      description: 'a cluster snapshot instead of any cluster; may be given several times',
    },
    example: {
      type: 'boolean',
      description: 'the example cluster that ships with Daemonward, whatever else there is',
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
