/** The flag that says where objects are that name no namespace. */
import { dnsLabelProblems } from '../../kube/names.ts';
import { type Arguments, usageError } from '../command.ts';

/** Where kubectl puts what names no namespace. */
const DEFAULT_NAMESPACE = 'default';

export function namespaceFrom(args: Arguments): string {
  const namespace = args.text('namespace') ?? DEFAULT_NAMESPACE;
  const [wrong] = dnsLabelProblems(namespace);
  if (wrong !== undefined) throw usageError(args, `--namespace ${wrong}, found "${namespace}"`);
  return namespace;
}
