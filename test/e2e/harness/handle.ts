/** All that a test process needs to know of a control plane that another process started: plain data. */

export interface Handle {
  /** The version that was asked for, such as v1.36.3. */
  version: string;
  url: string;
  /** Certificates, kubeconfigs, audit log; `logs` below it. */
  directory: string;
  auditLog: string;
  /** Paths of kubectl, kube-scheduler and the others. */
  programs: Readonly<Record<string, string>>;
  /** Without it no service accounts are made and no taints are taken off nodes. */
  controllerManager: boolean;
}

/** The path of a program, by name. */
export function programOf(programs: Handle['programs'], name: string): string {
  const path = programs[name];
  if (path === undefined) throw new Error(`no program ${name}`);
  return path;
}
