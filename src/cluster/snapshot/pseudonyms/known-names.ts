/** Names that mean something to decisions, and so stay as they are. */
export interface KnownNames {
  /** Of namespaces that are the platform's own by their names. */
  namespace(name: string): boolean;
  daemonSet(name: string): boolean;
  priorityClass(name: string): boolean;
  /** Of tenants that are the platform's own. */
  tenant(name: string): boolean;
  scheduler(name: string): boolean;
  resource(name: string): boolean;
  /** Labels and annotations of namespaces that say whose they are; others are left out. */
  readonly tenantLabels: readonly string[];
  readonly tenantAnnotations: readonly string[];
  /** Ends of label keys that a tenant's name stands before. */
  readonly tenantSuffixes: readonly string[];
}
