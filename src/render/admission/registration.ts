/** What is registered, and for whom. */
import type { PolicySettings } from '../../policy/settings.ts';
import { labelsOf } from '../manifest.ts';
import type { Target } from '../target.ts';

/** Of both webhook configurations. */
export const CONFIGURATION_NAME = 'daemonward';

export interface Registration {
  readonly settings: PolicySettings;
  readonly target: Target;
  /** Base64 of PEM; empty for whoever fills it in later. */
  readonly caBundle: string;
  /** The namespace that Daemonward runs in, which is among the system's; none when it runs outside the cluster. */
  readonly own: readonly string[];
  /** Exemptions that are over at this moment are left out. */
  readonly now: Date;
  /** On the two webhook configurations, for whoever fills in the CA. */
  readonly annotations?: Readonly<Record<string, string>>;
}

export function registered<Content extends object>(
  kind: string,
  name: string,
  content: Content,
  annotations?: Registration['annotations'],
) {
  const metadata = { name, labels: labelsOf('registration'), ...(annotations && { annotations }) };
  return { apiVersion: 'admissionregistration.k8s.io/v1', kind, metadata, ...content };
}
