/** The settings of who may call the HTTPS port. */
import { EXTENDER_MODES } from '../../policy/modes.ts';
import { CLIENTS } from '../identity.ts';
import { listOf, oneOf, section, text } from './schema-node.ts';

const NAMES_WORDS =
  'The names of which the certificate must have one: as its common name, or as a DNS name or URI among its alternative names.';

export const clientSettings = section({
  reload: 'restart',
  description:
    'Who may call. A caller is known by its client certificate; `off` asks for none, `audit` lets everybody in and counts and ' +
    'logs who came without a good one, `enforce` refuses those before their request is read.',
  properties: {
    caFile: text('path', {
      description:
        'Who signs the certificates of callers, in PEM; several may stand in it. By default the authority that Daemonward makes for ' +
        'this alone, in `server.tls.directory`. Needed when `server.tls.certFile` is given.',
    }),
    scheduler: section({
      reload: 'restart',
      description: 'Who may call the paths of the scheduler: whoever can, decides what room counts as taken.',
      properties: {
        mode: oneOf(EXTENDER_MODES, {
          default: 'enforce',
          description:
            'By default only known callers are answered: `daemonward render --scheduler` gives the scheduler its certificate.',
        }),
        names: listOf('identity', {
          default: [CLIENTS.scheduler, CLIENTS.debug],
          description: `${NAMES_WORDS} By default the scheduler's and that of people.`,
        }),
      },
    }),
    admission: section({
      reload: 'restart',
      description: 'Who may call the paths of the webhooks.',
      properties: {
        mode: oneOf(EXTENDER_MODES, {
          default: 'off',
          description:
            'By default everybody: the API server shows a certificate only when it is told to (docs/webhooks.md). All that a review ' +
            'changes in Daemonward is that a pod which really is there counts as grown, for five seconds.',
        }),
        names: listOf('identity', {
          default: [CLIENTS.apiserver, CLIENTS.debug],
          description: `${NAMES_WORDS} By default the API server's and that of people.`,
        }),
      },
    }),
  },
});
