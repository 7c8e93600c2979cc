/** The certificates of a running installation, as somebody with rights on its Secret reads them. */
import { ApiError } from '../../../cluster/api/api-answer.ts';
import { ApiClient } from '../../../cluster/api/api-client.ts';
import { objectPath } from '../../../cluster/api/api-path.ts';
import { ClusterAccessError, connectTo } from '../../../cluster/api/connection.ts';
import { type Environment, findCredentials, partitionCredentials } from '../../../cluster/api/credentials.ts';
import { hasPods } from '../../../cluster/partitions.ts';
import { VERSION } from '../../../config/identity.ts';
import type { Configuration } from '../../../config/schema/schema.ts';
import { CertificateError } from '../certificate-source.ts';
import { type CertificateSet, setIn } from './certificate-set.ts';

export interface SecretPlace {
  readonly namespace: string;
  readonly name: string;
}

/** Throws a ClusterAccessError when it cannot be asked for, and a CertificateError when it cannot be used. */
export async function readSecret(
  { namespace, name }: SecretPlace,
  { cluster }: Configuration,
  environment: Environment,
): Promise<CertificateSet> {
  const where = `Secret ${namespace}/${name}`;
  const home = cluster.partitions.findIndex(hasPods);
  const named = cluster.partitions[home];
  const credentials = named ? partitionCredentials(named, home) : findCredentials(environment, cluster);
  if (credentials === undefined) {
    throw new ClusterAccessError(
      `${where} is needed, and there are no credentials: no cluster.kubeconfig, no $KUBECONFIG, no ~/.kube/config`,
    );
  }
  const { connection } = await connectTo(credentials, `daemonward/${VERSION}`);
  const path = objectPath({ apiVersion: 'v1', plural: 'secrets', namespace }, name);
  const object = await new ApiClient(connection).find(path).catch((error: unknown) => {
    throw error instanceof ApiError ? new ClusterAccessError(`${where}: ${error.message}`) : error;
  });
  if (object === undefined) {
    throw new CertificateError(`${where} is not there yet: Daemonward makes it when it first runs`);
  }
  return setIn(object.data, where);
}
