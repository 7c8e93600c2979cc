/** The certificates of an installation in one Secret: every replica reads it, and the holder of the Lease writes it. */
import { isConflict, isForbidden } from '../../../cluster/api/api-answer.ts';
import type { ApiClient } from '../../../cluster/api/api-client.ts';
import { collectionPath, objectPath } from '../../../cluster/api/api-path.ts';
import { messageOf } from '../../../json/error-message.ts';
import { isObject, type JsonObject } from '../../../json/object.ts';
import type { MissingRights } from '../../writer/missing-rights.ts';
import { CertificateError, type Certificates, readAuthorityFile } from '../certificate-source.ts';
import { bundleOf, type CertificateSet, dataOf, servedFrom, setIn } from './certificate-set.ts';
import { handoversOf, makeSet, RENEWABLE, type Renewable, rotate } from './rotation.ts';

/** On the Secret: somebody wants something made anew before its time. `kubectl annotate secret … daemonward.dev/renew=leaf` */
const RENEW_ANNOTATION = 'daemonward.dev/renew';

export interface SecretOptions {
  readonly api: Pick<ApiClient, 'find' | 'create' | 'update'>;
  readonly rights: MissingRights;
  readonly namespace: string;
  readonly name: string;
  /** For the leaf. */
  readonly names: readonly string[];
  readonly overlapMs: number;
  /** Whether callers are asked for a certificate, and who signs them when we do not. */
  readonly clients: { readonly asked: boolean; readonly caFile: string | undefined };
  now(): Date;
  /** Whether we are the one who writes. */
  holds(): boolean;
  /** Tells those who verify us and can be told whom to trust; true when all of them know. */
  publish(bundle: string): Promise<boolean>;
  wrote(made: readonly string[]): void;
  /** What was due is not in the Secret, and what is there is served. */
  failed(message: string): void;
}

/** Nobody has made the Secret yet, and we are not the one to do it. */
export class NotThereYet extends CertificateError {}

export class SecretCertificates {
  readonly #options: SecretOptions;
  /** What was read or written last: a Secret that somebody deletes is written again as it was, and not made anew. */
  #last: CertificateSet | null = null;

  constructor(options: SecretOptions) {
    this.#options = options;
  }

  /** What is to be served now; the holder does what is due on the way. */
  async look(): Promise<Certificates> {
    const { api, holds } = this.#options;
    const object = await this.#allowed('get', api.find(this.#path()));
    if (object === undefined) return this.#served(await this.#make());
    const set = setIn(object.data, this.#where());
    // Before anything is made of it: what cannot be served is nobody's last good one.
    this.#served(set);
    return this.#served(holds() ? await this.#advance(object, set) : set);
  }

  async #make(): Promise<CertificateSet> {
    const { api, namespace, name, names, now, holds, wrote } = this.#options;
    if (!holds()) {
      throw new NotThereYet(
        `${this.#where()}: is not there, and it is for the holder of the Lease to make it`,
      );
    }
    const set = this.#last ?? (await makeSet(names, now()));
    const metadata = { name, namespace, labels: { 'app.kubernetes.io/name': 'daemonward' } };
    const object = { apiVersion: 'v1', kind: 'Secret', metadata, type: 'Opaque', data: dataOf(set) };
    await this.#allowed('create', api.create(collectionPath(this.#resource()), object));
    wrote([this.#last === null ? 'everything: there was no Secret' : 'the Secret, as it was']);
    return set;
  }

  async #advance(object: JsonObject, set: CertificateSet): Promise<CertificateSet> {
    const { api, names, overlapMs, now, publish, wrote, failed, holds } = this.#options;
    const published = await publish(bundleOf(set.serving));
    const metadata = isObject(object.metadata) ? object.metadata : {};
    const annotations = isObject(metadata.annotations) ? metadata.annotations : {};
    const asked = askedIn(annotations[RENEW_ANNOTATION]);
    const rotation = await rotate(set, { now: now(), names, overlapMs, asked, published });
    if (rotation.made.length === 0 && rotation.taken.length === 0) return set;
    const left = [...asked].filter((what) => !rotation.taken.includes(what));
    const { [RENEW_ANNOTATION]: _asked, ...others } = annotations;
    const kept = left.length === 0 ? others : { ...others, [RENEW_ANNOTATION]: left.join(',') };
    if (!holds()) return set;
    try {
      // With the version that was read: whoever has written in between is not overwritten.
      const data = dataOf(rotation.set);
      const written = { ...object, metadata: { ...metadata, annotations: kept }, data };
      await this.#allowed('update', api.update(this.#path(), written));
    } catch (error) {
      // What was read is good, whatever became of the writing, and the next look is soon.
      if (!isConflict(error) && !isForbidden(error)) failed(messageOf(error));
      return set;
    }
    wrote(rotation.made);
    // Those who call us are told of a new authority at once, long before it signs.
    await publish(bundleOf(rotation.set.serving));
    return rotation.set;
  }

  /** The answer; one that is refused for want of a right is noted. */
  async #allowed<Answer>(verb: string, answer: Promise<Answer>): Promise<Answer> {
    const { rights } = this.#options;
    const right = `${verb} secrets`;
    try {
      const given = await answer;
      rights.granted(right);
      return given;
    } catch (error) {
      if (isForbidden(error)) rights.note(right, `${this.#where()} is not kept: ${messageOf(error)}`);
      throw error;
    }
  }

  #served(set: CertificateSet): Certificates {
    const { overlapMs, clients } = this.#options;
    const served = servedFrom(set, this.#where());
    this.#last = set;
    const given = clients.caFile === undefined ? served.clientsAuthority : readAuthorityFile(clients.caFile);
    const isOurs = clients.asked && clients.caFile === undefined;
    return {
      ...served,
      clientsAuthority: clients.asked ? given : null,
      callers: isOurs ? served.callers : {},
      handovers: handoversOf(set, overlapMs).filter(({ authority }) => authority === 'ca' || isOurs),
    };
  }

  #where(): string {
    const { namespace, name } = this.#options;
    return `Secret ${namespace}/${name}`;
  }

  #resource() {
    return { apiVersion: 'v1', plural: 'secrets', namespace: this.#options.namespace };
  }

  #path(): string {
    return objectPath(this.#resource(), this.#options.name);
  }
}

/** Words that are none of ours are passed over. */
function askedIn(value: unknown): ReadonlySet<Renewable> {
  const words = typeof value === 'string' ? value.split(',').map((word) => word.trim()) : [];
  return new Set(RENEWABLE.filter((what) => words.includes(what)));
}
