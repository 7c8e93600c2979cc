/** `daemonward render` */
import type { Command } from './command.ts';

export const render: Command = {
  name: 'render',
  summary:
    'prints what the API server and the scheduler have to know: registrations, policies, the extenders block',
  details:
    "For kubectl apply -f -, with the scheduler's part as a comment; --scheduler prints that part alone, for the file of its\n" +
    '--config. What is printed follows the configuration: print and apply it again when tenancy, rules or exemptions\n' +
    'change. The CA is that of --ca, else of server.tls.caFile, else the one in server.tls.directory.\n' +
    '\n' +
    "docs/webhooks.md says what each object does, docs/scheduler.md where the scheduler's part belongs, and both what\n" +
    'happens while Daemonward is down.',
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
    scheduler: {
      type: 'boolean',
      description: 'print the `extenders:` of the scheduler alone, to be put into its configuration',
    },
    'second-scheduler': {
      type: 'string',
      placeholder: 'NAME',
      description: "print the configuration of a scheduler beside the cluster's own, for pods that name it",
    },
    profile: {
      type: 'string',
      placeholder: 'full|lean|guard',
      description: 'what the scheduler asks, see docs/scheduler.md (default: full)',
    },
    'scheduler-url': {
      type: 'string',
      placeholder: 'https://HOST:PORT',
      description: 'how the scheduler reaches it, when not as the API server does',
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
