/** `daemonward check` */
import type { Command } from './command.ts';

export const check: Command = {
  name: 'check',
  summary: 'checks manifests by the rules of the webhook, without a cluster',
  details:
    'Reads DaemonSets, pods and pod templates from files, folders or standard input: YAML or JSON, lists, several\n' +
    'documents, what helm template or kustomize build print. Namespaces and PriorityClasses among them count as part of\n' +
    'the cluster. Ends with 0 when nothing would be refused, 1 when something would, 2 when something cannot be read.',
  options: {
    filename: {
      type: 'string',
      short: 'f',
      multiple: true,
      placeholder: 'FILE|DIR|-',
      description: 'what to check, - for standard input; may be given several times',
    },
    config: { type: 'string', placeholder: 'FILE', description: 'the configuration (docs/configuration.md)' },
    snapshot: {
      type: 'string',
      multiple: true,
      placeholder: 'FILE',
      description: 'the cluster to check against (docs/snapshots.md); may be given several times',
    },
    namespace: {
      type: 'string',
      short: 'n',
      placeholder: 'NS',
      description: 'the namespace of objects that name none (default: default)',
    },
    output: {
      type: 'string',
      short: 'o',
      placeholder: 'text|json|sarif|junit',
      description: 'how to print (default: text)',
    },
    strict: { type: 'boolean', description: 'warnings fail as well' },
  },
  // Loaded when it is needed: other commands and every --help start without the YAML parser and the rules.
  run: async (args, terminal) => (await import('./checking.ts')).runCheck(args, terminal),
};
