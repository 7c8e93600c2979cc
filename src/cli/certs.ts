/** `daemonward certs` */
import { DEFAULT_NAMES } from '../config/identity.ts';
import { formatRules } from '../config/schema/formats.ts';
import { certificateFolder, type FolderChange, pathsIn } from '../server/tls/certificate-folder.ts';
import { CertificateError, type CertificateFacts } from '../server/tls/certificate-source.ts';
import { type Command, EXIT, oneOf, outputFlag, switchFlag, usageError, valueFlag } from './command.ts';

const OUTPUTS = ['text', 'json'] as const;

export const certs: Command = {
  details:
    'Makes a CA and a leaf when there are none, and a new leaf when the old one is near its end or lacks a name.\n' +
    'A CA that is there is kept: whoever trusts it goes on doing so.',
  options: {
    directory: valueFlag('DIR', 'where they are kept (default: certs)'),
    name: valueFlag('NAME', 'a further DNS name or IP address for the leaf', { multiple: true }),
    renew: switchFlag('make a new leaf in any case'),
    output: outputFlag(OUTPUTS),
  },
  async run(args, terminal) {
    const directory = args.text('directory') ?? 'certs';
    const output = oneOf(args, 'output', OUTPUTS);
    const wrong = args.texts('name').find((name) => !formatRules['certificate-name'].accepts(name));
    if (wrong !== undefined) throw usageError(args, `--name "${wrong}" is no DNS name or IP address`);
    const names = [...DEFAULT_NAMES, ...args.texts('name')];
    const options = { directory, names, now: new Date(), renew: args.has('renew') };
    const { source, change } = await certificateFolder(options).catch((error: unknown) => {
      throw error instanceof CertificateError ? usageError(args, error.message) : error;
    });
    const { leaf, ca } = source.current();
    const files = pathsIn(directory);
    const report = { directory, ...change, files, leaf, ca: ca && describe(ca) };
    const text = textOf(change, files, leaf, ca);
    terminal.out(output === 'json' ? `${JSON.stringify(report, null, 2)}\n` : text);
    return EXIT.fine;
  },
};

function describe({ names, notBefore, notAfter, sha256 }: CertificateFacts): CertificateFacts {
  return { names, notBefore, notAfter, sha256 };
}

function textOf(
  { made, because }: FolderChange,
  files: ReturnType<typeof pathsIn>,
  leaf: CertificateFacts,
  ca: CertificateFacts | null,
): string {
  return [
    made.length === 0 ? 'nothing to do: CA and leaf are good' : `made ${made.join(' and ')}: ${because}`,
    `CA    ${files.ca}  until ${ca?.notAfter.toISOString()}`,
    `leaf  ${files.cert}  until ${leaf.notAfter.toISOString()}`,
    `names ${leaf.names.join(', ')}`,
    '',
  ].join('\n');
}
