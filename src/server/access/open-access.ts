/** Chooses by the configuration who may read the ops port. */
import type { Logger } from 'pino';
import type { ApiSender } from '../../cluster/api/api-answer.ts';
import { ApiClient } from '../../cluster/api/api-client.ts';
import { ClusterAccessError } from '../../cluster/api/connection.ts';
import type { Configuration } from '../../config/schema/schema.ts';
import { quietly } from '../observe/quietly.ts';
import { OPEN_ACCESS, type OpsAccess } from './ops-access.ts';
import { apiReviews } from './reviews.ts';
import { tokenAccess } from './token-access.ts';

/** Somebody waits for a page: an API server that takes longer is not there. */
const REVIEWED_WITHIN_MS = 5_000;

export function openAccess(
  { ops, cluster }: Configuration,
  connection: ApiSender | null,
  log: Logger,
): OpsAccess {
  if (ops.access === 'open') return OPEN_ACCESS;
  if (connection === null) {
    throw new ClusterAccessError(
      'ops.access is token, and there is no API server that could say whose a token is',
    );
  }
  const clock = () => performance.now();
  const write = quietly(clock);
  return tokenAccess({
    reviews: apiReviews(new ApiClient(connection, { timeoutMs: REVIEWED_WITHIN_MS })),
    hasTenants: cluster.flavor === 'arktos',
    now: clock,
    failed: (detail) => write('', () => log.warn({ detail }, 'tokens of the ops port not reviewed')),
  });
}
