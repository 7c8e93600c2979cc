/** `daemonward render` */
import type { Command } from './command.ts';

export const render: Command = {
  name: 'render',
  summary:
    "prints the webhook registrations, and policies that hold without Daemonward, for the cluster's API server",
  details:
    'For kubectl apply -f -. What is printed follows the configuration: print and apply it again when tenancy, rules or\n' +
    'exemptions change. The CA is that of --ca, else of server.tls.caFile, else the one in server.tls.directory.\n' +
    'docs/webhooks.md says what each object does and what happens while Daemonward is down.',
  options: {
    config: { type: 'string', placeholder: 'FILE', description: 'the configuration (docs/configuration.md)' },
    namespace: {
      type: 'string',
      placeholder: 'NAMESPACE',
      description: 'where Daemonward runs (default: daemonward-system)',
    },
    service: {
      type: 'string',
      placeholder: 'NAME',
      description: 'its Service, which has port 443 (default: daemonward)',
    },
    url: {
      type: 'string',
      placeholder: 'https://HOST:PORT',
      description: 'how to reach it without a Service',
    },
    ca: {
      type: 'string',
      placeholder: 'FILE|none',
      description: 'the CA in PEM; none leaves it empty, for whoever fills it in later',
    },
    arktos: { type: 'boolean', description: 'for Arktos, also when cluster.flavor does not say so' },
    output: {
      type: 'string',
      short: 'o',
      placeholder: 'yaml|json',
      description: 'how to print (default: yaml)',
    },
  },
  // Loaded when it is needed, as the other commands are.
  run: async (args, terminal) => (await import('./rendering.ts')).runRender(args, terminal),
};
