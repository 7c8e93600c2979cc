/** The ops port for those whom the API server knows: a bearer token, and the right to read explanations. */
import { createHash } from 'node:crypto';
import { messageOf } from '../../json/error-message.ts';
import { HttpError } from '../http/errors.ts';
import type { Need, OpsAccess, Sight } from './ops-access.ts';
import { ReviewCache } from './review-cache.ts';
import { EXPLANATION_RIGHT, type Reviews, type TokenOwner } from './reviews.ts';

/**
 * New tokens that are looked up in a second. People come one by one: more are somebody's guesses, and each would be a call
 * to the API server. Tokens that were good before do not count.
 */
const STRANGERS_PER_SECOND = 20;
const SECOND_MS = 1_000;

/** Owners of good tokens that are remembered as such. */
const MOST_KNOWN = 1_000;

const BEARER = /^Bearer +([\x21-\x7e]+) *$/i;

export interface TokenAccessParts {
  readonly reviews: Reviews;
  /** On Arktos a namespace is a tenant's own, and the review does not say whose: there only who may read all may read. */
  readonly hasTenants: boolean;
  now(): number;
  /** The API server could not be asked. */
  failed(message: string): void;
}

interface Known {
  readonly owner: TokenOwner;
  readonly digest: string;
}

export function tokenAccess(parts: TokenAccessParts): OpsAccess {
  const { reviews, hasTenants, now, failed } = parts;
  const owners = new ReviewCache<TokenOwner | null>(now);
  const rights = new ReviewCache<boolean>(now);
  const strangers = strangerLimit(now);

  async function ask<T>(answer: () => Promise<T>): Promise<T> {
    try {
      return await answer();
    } catch (error) {
      if (error instanceof HttpError) throw error;
      failed(messageOf(error));
      throw new HttpError(
        'access-unknown',
        'the API server could not be asked who the owner of the token is',
        {
          isLogged: true,
        },
      );
    }
  }

  async function ownerOf(authorization: string | undefined): Promise<Known> {
    const token = BEARER.exec(authorization ?? '')?.[1];
    if (token === undefined) {
      throw new HttpError('token-missing', 'this path needs a token: Authorization: Bearer TOKEN');
    }
    // The token itself is not kept.
    const digest = createHash('sha256').update(token).digest('base64');
    const owner = await ask(() =>
      owners.get(digest, () => {
        strangers.check(digest);
        return reviews.ownerOf(token);
      }),
    );
    if (owner === null) throw new HttpError('token-unknown', 'the API server does not know this token');
    strangers.isGood(digest);
    return { owner, digest };
  }

  const mayRead = ({ owner, digest }: Known, namespace: string | undefined) =>
    ask(() => rights.get(`${digest} ${namespace ?? ''}`, () => reviews.mayRead(owner, namespace)));

  const check = async (need: Need, authorization: string | undefined): Promise<Sight> => {
    if (need.kind === 'open') return 'cluster';
    const known = await ownerOf(authorization);
    if (await mayRead(known, undefined)) return 'cluster';
    const isOfNamespace = need.kind === 'namespace' && need.namespace !== '' && !hasTenants;
    if (isOfNamespace && (await mayRead(known, need.namespace))) return 'namespace';
    throw denied(known.owner, isOfNamespace ? need.namespace : undefined);
  };
  return { check };
}

function denied({ username }: TokenOwner, namespace: string | undefined): HttpError {
  const { verb, resource, group } = EXPLANATION_RIGHT;
  const where = namespace === undefined ? 'in all namespaces' : `in the namespace ${namespace}`;
  return new HttpError('access-denied', `${username} may not ${verb} ${resource}.${group} ${where}`);
}

/** Lets through so many tokens a second that were not good before. */
function strangerLimit(now: () => number) {
  const good = new Set<string>();
  let second = 0;
  let count = 0;
  return {
    isGood: (digest: string) => {
      good.delete(digest);
      good.add(digest);
      if (good.size > MOST_KNOWN) good.delete(good.keys().next().value ?? '');
    },
    check: (digest: string) => {
      if (good.has(digest)) return;
      const current = Math.floor(now() / SECOND_MS);
      if (current !== second) count = 0;
      second = current;
      count += 1;
      if (count <= STRANGERS_PER_SECOND) return;
      throw new HttpError('access-unknown', 'too many unknown tokens at a time: try again in a second', {
        isLogged: true,
      });
    },
  };
}
