/** What a path of the ops port is: who answers, who may ask, and how it is described. */
import type { DescribedRoute, OpsAnswer, OpsRequest } from './ops-answer.ts';
import type { OpsState } from './ops-state.ts';

export {
  countIn,
  json,
  numberIn,
  type OpsAnswer,
  type OpsRequest,
  TEXT_TYPE,
  textOrJson,
} from './ops-answer.ts';

export interface OpsRoute extends DescribedRoute {
  answer(state: OpsState, request: OpsRequest): OpsAnswer | Promise<OpsAnswer>;
}
