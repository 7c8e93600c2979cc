/** The flags of `daemonward render`, read and checked against each other. */
import { dnsLabelProblems } from '../kube/names.ts';
import { SERVICE_NAME, SERVICE_NAMESPACE } from '../server/certificate-folder.ts';
import { type Arguments, UsageError } from './command.ts';
import { PROFILES, type Profile } from './render-extender.ts';
import { parseTargetUrl, type Target } from './render-target.ts';

const OUTPUTS = ['yaml', 'json'] as const;

/** Where pods go that name no scheduler, and whose lease the cluster's own scheduler holds. */
const TAKEN_NAMES = ['default-scheduler', 'kube-scheduler'];

export interface RenderOptions {
  readonly output: (typeof OUTPUTS)[number];
  readonly target: Target;
  /** Where Daemonward runs. */
  readonly namespace: string;
  readonly profile: Profile;
  /** How the scheduler reaches Daemonward, when not as the API server does. */
  readonly schedulerUrl: string | undefined;
  readonly what:
    | { readonly kind: 'registrations' }
    | { readonly kind: 'scheduler' }
    | { readonly kind: 'second-scheduler'; readonly name: string };
}

/** Throws a UsageError for the first thing that is wrong. */
export function renderOptions(args: Arguments): RenderOptions {
  const output = oneOf(args, 'output', OUTPUTS);
  const what = whatFrom(args);
  const options: RenderOptions = {
    output,
    target: targetFrom(args),
    namespace: nameFrom(args, 'namespace', SERVICE_NAMESPACE),
    profile: oneOf(args, 'profile', PROFILES),
    schedulerUrl: urlFrom(args, 'scheduler-url')?.url,
    what,
  };
  // Of the registrations it is a comment, and JSON has none.
  const unheard = ['profile', 'scheduler-url'].find((flag) => args.has(flag));
  if (unheard !== undefined && what.kind === 'registrations' && output === 'json') {
    throw new UsageError(
      `render: --${unheard} is about the scheduler, of which JSON says nothing without --scheduler or --second-scheduler`,
    );
  }
  return options;
}

function whatFrom(args: Arguments): RenderOptions['what'] {
  if (!args.has('second-scheduler')) return { kind: args.has('scheduler') ? 'scheduler' : 'registrations' };
  if (args.has('scheduler')) throw new UsageError('render: give --scheduler or --second-scheduler, not both');
  const name = nameFrom(args, 'second-scheduler', '');
  if (TAKEN_NAMES.includes(name)) {
    throw new UsageError(`render: --second-scheduler "${name}" is the cluster's own scheduler; name another`);
  }
  return { kind: 'second-scheduler', name };
}

function targetFrom(args: Arguments): Target {
  const target = urlFrom(args, 'url');
  if (target === undefined) {
    const [namespace, name] = [
      nameFrom(args, 'namespace', SERVICE_NAMESPACE),
      nameFrom(args, 'service', SERVICE_NAME),
    ];
    return { service: { namespace, name } };
  }
  if (args.has('service')) throw new UsageError('render: give --url or --service, not both');
  return target;
}

function urlFrom(args: Arguments, flag: string): { readonly url: string } | undefined {
  const text = args.text(flag);
  if (text === undefined) return undefined;
  const parsed = parseTargetUrl(text);
  if ('problem' in parsed) throw new UsageError(`render: --${flag} "${text}" ${parsed.problem}`);
  return parsed;
}

function nameFrom(args: Arguments, flag: string, fallback: string): string {
  const name = args.text(flag) ?? fallback;
  const [problem] = dnsLabelProblems(name);
  if (problem !== undefined) throw new UsageError(`render: --${flag} "${name}" ${problem}`);
  return name;
}

/** The first is the default. */
function oneOf<const T extends string>(args: Arguments, flag: string, words: readonly [T, ...T[]]): T {
  const given = args.text(flag) ?? words[0];
  const word = words.find((candidate) => candidate === given);
  if (word !== undefined) return word;
  const [last, ...others] = [...words].reverse();
  throw new UsageError(
    `render: --${flag} must be ${others.reverse().join(', ')} or ${last}, found "${given}"`,
  );
}
