/** All that the answers of the ops port are made of. */
import type { ClusterView } from '../../cluster/view.ts';
import type { DoorGroup } from '../../config/identity.ts';
import type { ConfigurationState } from '../../config/live.ts';
import type { PolicySettings } from '../../policy/settings.ts';
import type { Extender } from '../../scheduler/extender.ts';
import type { OpsAccess } from '../access/ops-access.ts';
import type { ClusterEvents } from '../events/open-events.ts';
import type { Fairness } from '../fairness/open-fairness.ts';
import type { ForecastDoor } from '../forecasts/forecast-door.ts';
import type { Budgets } from '../http/bodies/byte-budget.ts';
import type { Lifecycle } from '../lifecycle.ts';
import type { DecisionRecorder } from '../observe/decision-recorder.ts';
import type { Metrics } from '../observe/metrics.ts';
import type { CallTimes } from '../observe/state/call-times.ts';
import type { ExemptionUses } from '../observe/state/exemption-state.ts';
import type { ShownCertificates } from '../observe/state/shown-certificates.ts';
import type { ReviewTurns } from '../queues/review-turns.ts';
import type { CertificateSource } from '../tls/certificate-source.ts';
import type { Writer } from '../writer/open-writer.ts';

export interface OpsState {
  readonly lifecycle: Lifecycle;
  readonly view: ClusterView;
  readonly certificates: CertificateSource;
  /** What known callers showed last. */
  readonly shown: ShownCertificates;
  readonly calls: CallTimes;
  /** Reviews that wait for their turn. */
  readonly waiting: ReviewTurns['queues'];
  /** Null where nothing is written to a cluster. */
  readonly writer: Pick<Writer, 'state' | 'rights'> | null;
  readonly metrics: Metrics;
  readonly extender: Extender;
  /** The latest of both doors. */
  readonly decisions: Pick<DecisionRecorder, 'ring'>;
  readonly access: OpsAccess;
  readonly forecast: ForecastDoor;
  /** The groups of paths that this process answers. */
  readonly openDoors: readonly DoorGroup[];
  readonly budgets: Budgets;
  configurationState(): ConfigurationState;
  policySettings(): PolicySettings;
  readonly exemptionUses: ExemptionUses;
  /** Null where nothing is told in a cluster. */
  readonly events: ClusterEvents | null;
  /** Null where nobody would take gates off. */
  readonly fairness: Fairness | null;
  now(): Date;
  /** What is old is so by this one (cluster/steady-clock.ts). */
  steady(): number;
  staleAfterSeconds(): number;
  readonly startedAt: Date;
}
