/** The flag that says where objects are that name no namespace. */
import { dnsLabelProblems } from '../../kube/metadata/names.ts';
import { type Arguments, usageError } from '../command.ts';

/** Where kubectl looks for what names no namespace, and puts it, when its context names none either. */
export const DEFAULT_NAMESPACE = 'default';

/** `ofContext` is the namespace of the kubeconfig's context, where a cluster is asked. */
export function namespaceFrom(args: Arguments, ofContext?: string): string {
  const namespace = args.text('namespace') ?? ofContext ?? DEFAULT_NAMESPACE;
  const [wrong] = dnsLabelProblems(namespace);
  if (wrong !== undefined) throw usageError(args, `--namespace ${wrong}, found "${namespace}"`);
  return namespace;
}
