/** The settings of the two ports: HTTPS for Kubernetes, plain HTTP for people. */

import { DOORS } from '../identity.ts';
import { EVERY_ADDRESS } from '../ops-address.ts';
import { clientSettings } from './client-settings.ts';
import { listOf, oneOf, section, text, wholeNumber } from './schema-node.ts';

/** The largest port number of TCP. */
const LARGEST_PORT = 65_535;

/** A review carries an object of up to 3 MiB, and on UPDATE the old one too: 8 MiB leaves room for the envelope. */
const REVIEW_LIMIT_BYTES = 8_388_608;
/** Below this, ordinary DaemonSets with long environment lists would be refused. */
const SMALLEST_REVIEW_LIMIT_BYTES = 65_536;
/** A review is parsed in one go: beyond this one request would keep all others waiting. */
const LARGEST_REVIEW_LIMIT_BYTES = 16_777_216;

/**
 * 8 MiB for the names of 100,000 nodes, and 10 MiB for a pod: etcd holds 1.5 MiB, and JSON may write each byte of it as
 * six. A pod whose call were refused would be placed without us.
 */
const EXTENDER_LIMIT_BYTES = 18_874_368;
/** The names of 5,000 nodes and a large pod still fit. */
const SMALLEST_EXTENDER_LIMIT_BYTES = 1_048_576;
/** Names are read in one go, too. */
export const LARGEST_EXTENDER_LIMIT_BYTES = 33_554_432;

/** Whole nodes of 5,000 are some 60 MB. Bodies are held in memory while they are read. */
const LARGEST_WHOLE_NODES_LIMIT_BYTES = 1_073_741_824;

/** Three API servers send a few reviews at once, of some kilobytes each; eight of the largest are room enough. */
const IN_FLIGHT_LIMIT_BYTES = 67_108_864;
const LARGEST_IN_FLIGHT_LIMIT_BYTES = 4_294_967_296;

/**
 * Three API servers with 600 requests in flight each need 1,800, because a request waits for one hook at a time. Each takes
 * about 150 KB of memory while somebody holds them all: twice as many would not fit into the memory of the manifests.
 */
const MAX_CONNECTIONS = 2_000;
const FEWEST_MAX_CONNECTIONS = 16;
const LARGEST_MAX_CONNECTIONS = 100_000;

/** Go's HTTP transport, in the API server and in the scheduler, drops idle connections after 90 s: be later. */
const KEEP_ALIVE_SECONDS = 95;
const SHORTEST_KEEP_ALIVE_SECONDS = 91;
/** A day: longer than any caller keeps a connection idle. */
const LONGEST_KEEP_ALIVE_SECONDS = 86_400;

/** Endpoint changes usually reach every node's proxy within a few seconds. */
const DRAIN_SECONDS = 10;
const LONGEST_DRAIN_SECONDS = 300;

/** A month: long enough to be noticed and to restart schedulers in a window of maintenance. */
const OVERLAP_SECONDS = 2_592_000;
/** Two looks of every replica at the Secret. */
const SHORTEST_OVERLAP_SECONDS = 5;
/** Less than a third of a leaf's life, or the next renewal would begin within it. */
const LONGEST_OVERLAP_SECONDS = 7_776_000;

export const serverSettings = section({
  reload: 'restart',
  description: 'The HTTPS port that the API server and the scheduler call.',
  properties: {
    namespace: text('namespace', {
      description:
        "The namespace that Daemonward runs in: it counts as the system's, and nobody asks Daemonward about it. By default that of " +
        "its pod (`$POD_NAMESPACE`, else the service account's) and for `render` that of `--namespace`; outside a cluster there " +
        'is none.',
    }),
    address: text('host', {
      default: EVERY_ADDRESS,
      description:
        'The address to listen on. `::` is every address of IPv6 and of IPv4, and where there is no IPv6 the same as `0.0.0.0`.',
    }),
    port: wholeNumber(0, LARGEST_PORT, {
      default: 8443,
      description: 'The port to listen on; 0 takes any free one.',
    }),
    tls: section({
      reload: 'restart',
      description:
        'Where the certificate comes from: your own files, or made by Daemonward itself when no files are given, and kept in a folder or a Secret.',
      properties: {
        certFile: text('path', {
          description: 'Your certificate chain in PEM, leaf first. Needs `keyFile`.',
        }),
        keyFile: text('path', { description: 'The private key of `certFile` in PEM.' }),
        caFile: text('path', {
          description: 'The authority that signed `certFile`, in PEM, to be published to callers.',
        }),
        directory: text('path', {
          default: 'certs',
          description: 'Where the authorities and certificates that Daemonward makes itself are kept.',
        }),
        secret: text('object-name', {
          description:
            'A Secret in our own namespace to keep them in instead, for several replicas: the holder of the Lease makes and renews them, ' +
            'and keeps the `caBundle` of the registrations current. Needs [rights](operations.md#rights).',
        }),
        overlapSeconds: wholeNumber(SHORTEST_OVERLAP_SECONDS, LONGEST_OVERLAP_SECONDS, {
          default: OVERLAP_SECONDS,
          description:
            'In the Secret: how long a new authority is trusted before it signs, and the one before it afterwards. Meanwhile ' +
            'schedulers, which read theirs once, have to be given their new block. By default 30 days.',
        }),
        names: listOf('certificate-name', {
          default: [],
          description: 'More DNS names and IP addresses for the leaf that Daemonward makes itself.',
        }),
      },
    }),
    doors: oneOf(DOORS, {
      default: 'both',
      description:
        'Which paths this process answers: `admission` those of the webhooks, `scheduler` those of the scheduler, so that the two can ' +
        'be Deployments of their own. A path that is left out answers 404 and says so.',
    }),
    clients: clientSettings,
    reviewLimitBytes: wholeNumber(SMALLEST_REVIEW_LIMIT_BYTES, LARGEST_REVIEW_LIMIT_BYTES, {
      default: REVIEW_LIMIT_BYTES,
      description: 'The largest admission review that is read. An UPDATE carries the object twice.',
    }),
    extenderLimitBytes: wholeNumber(SMALLEST_EXTENDER_LIMIT_BYTES, LARGEST_EXTENDER_LIMIT_BYTES, {
      default: EXTENDER_LIMIT_BYTES,
      description: 'The largest request of the scheduler that is read, when it sends the names of nodes.',
    }),
    wholeNodesLimitBytes: wholeNumber(0, LARGEST_WHOLE_NODES_LIMIT_BYTES, {
      default: 0,
      description:
        'The largest request of a scheduler that sends whole nodes (`nodeCacheCapable: false`): 12 KB a node and more. With 0 such ' +
        'requests are refused, and the answer names this setting.',
    }),
    reviewsInFlightLimitBytes: wholeNumber(SMALLEST_REVIEW_LIMIT_BYTES, LARGEST_IN_FLIGHT_LIMIT_BYTES, {
      default: IN_FLIGHT_LIMIT_BYTES,
      description:
        'How many bytes of reviews are read and answered at once, over all connections. Beyond it the largest that is still arriving ' +
        'gets a 503. Must hold the largest review.',
    }),
    callsInFlightLimitBytes: wholeNumber(SMALLEST_EXTENDER_LIMIT_BYTES, LARGEST_IN_FLIGHT_LIMIT_BYTES, {
      default: IN_FLIGHT_LIMIT_BYTES,
      description:
        'The same for requests of the scheduler, on its own, so that neither takes the room of the other.',
    }),
    maxConnections: wholeNumber(FEWEST_MAX_CONNECTIONS, LARGEST_MAX_CONNECTIONS, {
      default: MAX_CONNECTIONS,
      description:
        'How many connections may be open. For one more, the longest idle one is closed: first those that never had an answer, and ' +
        'never one that is being answered.',
    }),
    keepAliveSeconds: wholeNumber(SHORTEST_KEEP_ALIVE_SECONDS, LONGEST_KEEP_ALIVE_SECONDS, {
      default: KEEP_ALIVE_SECONDS,
      description:
        'How long an idle connection stays open. Must outlive the 90 s after which the API server gives it up, or requests are lost.',
    }),
    drainSeconds: wholeNumber(0, LONGEST_DRAIN_SECONDS, {
      default: DRAIN_SECONDS,
      'x-reload': 'live',
      description:
        'How long to go on serving after SIGTERM, so that the endpoint leaves the rotation before the port closes.',
    }),
  },
});

export const opsSettings = section({
  reload: 'restart',
  description: 'The plain HTTP port for probes, metrics and people.',
  properties: {
    address: text('host', {
      description:
        'The address to listen on. By default `127.0.0.1`, and in a pod `::` (see `server.address`), because the kubelet probes from outside. Anyone ' +
        'who can reach it can read the state of the cluster: the NetworkPolicy of the manifests says who may.',
    }),
    port: wholeNumber(0, LARGEST_PORT, {
      default: 8080,
      description: 'The port to listen on; 0 takes any free one.',
    }),
    access: oneOf(['open', 'token'], {
      default: 'open',
      description:
        '`open`: whoever reaches the port may read all of it. `token`: what shows the cluster (`/state`, `/explain/…`, `/decisions`) ' +
        'needs a bearer token whose owner may `get` `explanations.daemonward.dev`, in all namespaces or in that of the pod that ' +
        'is explained; probes, `/metrics` and `/version` stay open. Needs a cluster, and the right to create token and subject ' +
        'access reviews ([Explanations](explain.md)).',
    }),
  },
});
