/** `daemonward certs` */
import { DEFAULT_NAMES } from '../config/identity.ts';
import { formatRules } from '../config/schema/formats.ts';
import { CertificateError, type CertificateFacts, readFacts } from '../server/tls/certificate-source.ts';
import { certificateFolder, type FolderChange } from '../server/tls/folder/certificate-folder.ts';
import { CLIENT_KEYS, clientIn, clientsAuthorityIn, pathsIn } from '../server/tls/folder/folder-paths.ts';
import { type Command, EXIT, oneOf, outputFlag, switchFlag, usageError, valueFlag } from './command.ts';

const OUTPUTS = ['text', 'json'] as const;

export const certs: Command = {
  details:
    'Makes what is missing: a CA and a leaf to serve with, a second CA and a certificate each for the scheduler, the API\n' +
    'server and people (debug) to call with. Makes them again when they are near their end or lack a name.\n' +
    'A CA that is there is kept: whoever trusts it goes on doing so.',
  options: {
    directory: valueFlag('DIR', 'where they are kept (default: certs)'),
    name: valueFlag('NAME', 'a further DNS name or IP address for the leaf', { multiple: true }),
    renew: switchFlag('make new certificates in any case; the CAs stay'),
    output: outputFlag(OUTPUTS),
  },
  examples: [
    ['daemonward certs', 'make in certs/ what is missing, and show all'],
    ['daemonward certs --name hooks.example.com --renew', 'a new leaf with a further name'],
  ],
  async run(args, terminal) {
    const directory = args.text('directory') ?? 'certs';
    const output = oneOf(args, 'output', OUTPUTS);
    const wrong = args.texts('name').find((name) => !formatRules['certificate-name'].accepts(name));
    if (wrong !== undefined) throw usageError(args, `--name "${wrong}" is no DNS name or IP address`);
    const names = [...DEFAULT_NAMES, ...args.texts('name')];
    const options = { directory, names, now: new Date(), clients: true, renew: args.has('renew') };
    const { source, change } = await certificateFolder(options).catch((error: unknown) => {
      throw error instanceof CertificateError ? usageError(args, error.message) : error;
    });
    const { leaf, ca } = source.current();
    const clients = callersIn(directory);
    const report = { directory, ...change, files: pathsIn(directory), leaf, ca: ca && describe(ca), clients };
    const text = textOf(change, pathsIn(directory), leaf, ca, clients);
    terminal.out(output === 'json' ? `${JSON.stringify(report, null, 2)}\n` : text);
    return EXIT.fine;
  },
};

interface CallerFacts extends CertificateFacts {
  readonly file: string;
}

/** The authority of callers, and one for each of them. */
function callersIn(directory: string): Readonly<Record<string, CallerFacts>> {
  const files = [
    ['ca', clientsAuthorityIn(directory)] as const,
    ...CLIENT_KEYS.map((client) => [client, clientIn(directory, client)] as const),
  ];
  return Object.fromEntries(files.map(([label, { cert }]) => [label, { file: cert, ...readFacts(cert) }]));
}

function describe({ names, notBefore, notAfter, sha256 }: CertificateFacts): CertificateFacts {
  return { names, notBefore, notAfter, sha256 };
}

function textOf(
  { made, because }: FolderChange,
  files: ReturnType<typeof pathsIn>,
  leaf: CertificateFacts,
  ca: CertificateFacts | null,
  callers: Readonly<Record<string, CallerFacts>>,
): string {
  return [
    made.length === 0 ? 'nothing to do: all are good' : `made ${made.join(', ')}: ${because}`,
    `CA    ${files.ca}  until ${ca?.notAfter.toISOString()}`,
    `leaf  ${files.cert}  until ${leaf.notAfter.toISOString()}`,
    `names ${leaf.names.join(', ')}`,
    'to call with:',
    ...Object.entries(callers).map(
      ([label, { file, notAfter }]) => `${label.padEnd(9)} ${file}  until ${notAfter.toISOString()}`,
    ),
    '',
  ].join('\n');
}
