/** Settings that had another form before: what was written then, and what to write now. */
import type { Path } from '../../json/path.ts';

/** A sentence for a value that was right once; undefined for any other. */
export function formerForm(path: Path, value: unknown): string | undefined {
  const [section, setting, position] = path;
  if (section !== 'tenancy' || setting !== 'systemTenants' || position === undefined) return undefined;
  if (path.length !== 3 || typeof value !== 'string') return undefined;
  const name = JSON.stringify(value);
  return (
    `must say in which convention ${name} is the system: {label: kubesphere.io/workspace, value: ${name}} for KubeSphere, ` +
    `{annotation: field.cattle.io/projectId, value: ${name}} for Rancher, or the label of your own platform`
  );
}
