/** `daemonward certs` */
import { formatRules } from '../config/formats.ts';
import { certificateFolder, DEFAULT_NAMES, pathsIn } from '../server/certificate-folder.ts';
import { CertificateError, type CertificateFacts } from '../server/certificate-source.ts';
import { type Command, EXIT, UsageError } from './command.ts';

export const certs: Command = {
  name: 'certs',
  summary: 'makes, shows and renews the certificates that Daemonward makes itself',
  details:
    'Makes a CA and a leaf when there are none, and a new leaf when the old one is near its end or lacks a name.\n' +
    'A CA that is there is kept: whoever trusts it goes on doing so.',
  options: {
    directory: {
      type: 'string',
      placeholder: 'DIR',
      description: 'where they are kept (default: certs)',
    },
    name: {
      type: 'string',
      multiple: true,
      placeholder: 'NAME',
      description: 'a further DNS name or IP address for the leaf; may be given several times',
    },
    renew: { type: 'boolean', description: 'make a new leaf in any case' },
    output: {
      type: 'string',
      short: 'o',
      placeholder: 'text|json',
      description: 'how to print (default: text)',
    },
  },
  async run(args, terminal) {
    const directory = args.text('directory') ?? 'certs';
    const output = args.text('output') ?? 'text';
    if (output !== 'text' && output !== 'json') {
      throw new UsageError(`certs: --output must be text or json, found "${output}"`);
    }
    const wrong = args.texts('name').find((name) => !formatRules['certificate-name'].accepts(name));
    if (wrong !== undefined) throw new UsageError(`certs: --name "${wrong}" is no DNS name or IP address`);
    const names = [...DEFAULT_NAMES, ...args.texts('name')];
    try {
      const { source, change } = await certificateFolder({
        directory,
        names,
        now: new Date(),
        renew: args.has('renew'),
      });
      const { leaf, ca } = source.current();
      const report = { directory, ...change, files: pathsIn(directory), leaf, ca: ca && describe(ca) };
      terminal.out(output === 'json' ? `${JSON.stringify(report, null, 2)}\n` : textOf(report));
      return EXIT.fine;
    } catch (error) {
      if (error instanceof CertificateError) throw new UsageError(`certs: ${error.message}`);
      throw error;
    }
  },
};

function describe({ names, notBefore, notAfter, sha256 }: CertificateFacts): CertificateFacts {
  return { names, notBefore, notAfter, sha256 };
}

interface Report {
  readonly directory: string;
  readonly made: readonly string[];
  readonly because: string;
  readonly files: ReturnType<typeof pathsIn>;
  readonly leaf: CertificateFacts;
  readonly ca: CertificateFacts | null;
}

function textOf({ made, because, files, leaf, ca }: Report): string {
  return [
    made.length === 0 ? 'nothing to do: CA and leaf are good' : `made ${made.join(' and ')}: ${because}`,
    `CA    ${files.ca}  until ${ca?.notAfter.toISOString()}`,
    `leaf  ${files.cert}  until ${leaf.notAfter.toISOString()}`,
    `names ${leaf.names.join(', ')}`,
    '',
  ].join('\n');
}
