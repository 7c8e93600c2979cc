/** Asks the API server who the owner of a token is, and what he may do. */
import type { ApiClient } from '../../cluster/api/api-client.ts';
import { collectionPath } from '../../cluster/api/api-path.ts';
import { isObject, type JsonObject } from '../../json/object.ts';

/** As the API server names him, to be handed back to it as it came. */
export interface TokenOwner {
  readonly username: string;
  readonly uid: string;
  readonly groups: readonly string[];
  readonly extra: JsonObject;
}

/** The right that lets somebody read explanations: of one namespace, or of everything. No such objects exist. */
export const EXPLANATION_RIGHT = { group: 'daemonward.dev', resource: 'explanations', verb: 'get' } as const;

export interface Reviews {
  /** Null when the API server does not know the token. */
  ownerOf(token: string): Promise<TokenOwner | null>;
  /** In one namespace; everywhere when it is undefined. */
  mayRead(owner: TokenOwner, namespace: string | undefined): Promise<boolean>;
}

const TOKEN_REVIEWS = { apiVersion: 'authentication.k8s.io/v1', plural: 'tokenreviews' };
const ACCESS_REVIEWS = { apiVersion: 'authorization.k8s.io/v1', plural: 'subjectaccessreviews' };

export function apiReviews(api: Pick<ApiClient, 'create'>): Reviews {
  const review = async (
    resource: typeof TOKEN_REVIEWS,
    kind: string,
    spec: JsonObject,
  ): Promise<JsonObject> => {
    const { apiVersion } = resource;
    const { status } = await api.create(collectionPath(resource), { apiVersion, kind, spec });
    return isObject(status) ? status : {};
  };
  return {
    ownerOf: async (token) => {
      const { authenticated, user } = await review(TOKEN_REVIEWS, 'TokenReview', { token });
      return authenticated === true && isObject(user) ? ownerOf(user) : null;
    },
    mayRead: async ({ username, uid, groups, extra }, namespace) => {
      const resourceAttributes = { ...EXPLANATION_RIGHT, ...(namespace !== undefined && { namespace }) };
      const spec = { user: username, uid, groups, extra, resourceAttributes };
      const { allowed, denied } = await review(ACCESS_REVIEWS, 'SubjectAccessReview', spec);
      return allowed === true && denied !== true;
    },
  };
}

function ownerOf({ username, uid, groups, extra }: JsonObject): TokenOwner | null {
  // A review without a name would be asked of nobody, and nobody is no one who may.
  if (typeof username !== 'string' || username === '') return null;
  return {
    username,
    uid: typeof uid === 'string' ? uid : '',
    groups: Array.isArray(groups) ? groups.filter((group) => typeof group === 'string') : [],
    extra: isObject(extra) ? extra : {},
  };
}
