/** The settings of the two ports: HTTPS for Kubernetes, plain HTTP for people. */
import { clientSettings } from './client-settings.ts';
import { listOf, section, text, wholeNumber } from './schema-node.ts';

/** The largest port number of TCP. */
const LARGEST_PORT = 65_535;

/** A review carries an object of up to 3 MiB, and on UPDATE the old one too: 8 MiB leaves room for the envelope. */
const REVIEW_LIMIT_BYTES = 8_388_608;
/** Below this, ordinary DaemonSets with long environment lists would be refused. */
const SMALLEST_REVIEW_LIMIT_BYTES = 65_536;
/** A review is parsed in one go: beyond this one request would stall all others for seconds. */
const LARGEST_REVIEW_LIMIT_BYTES = 67_108_864;

/** Full node objects of 5,000 nodes are some 60 MB; 256 MiB takes clusters four times that size. */
const EXTENDER_LIMIT_BYTES = 268_435_456;
/** The names of 5,000 nodes and a large pod still fit. */
const SMALLEST_EXTENDER_LIMIT_BYTES = 1_048_576;
/** Bodies are held in memory while they are read. */
const LARGEST_EXTENDER_LIMIT_BYTES = 1_073_741_824;

/** Go's HTTP transport, in the API server and in the scheduler, drops idle connections after 90 s: be later. */
const KEEP_ALIVE_SECONDS = 95;
const SHORTEST_KEEP_ALIVE_SECONDS = 91;
/** A day: longer than any caller keeps a connection idle. */
const LONGEST_KEEP_ALIVE_SECONDS = 86_400;

/** Endpoint changes usually reach every node's proxy within a few seconds. */
const DRAIN_SECONDS = 10;
const LONGEST_DRAIN_SECONDS = 300;

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
    address: text('host', { default: '0.0.0.0', description: 'The address to listen on.' }),
    port: wholeNumber(0, LARGEST_PORT, {
      default: 8443,
      description: 'The port to listen on; 0 takes any free one.',
    }),
    tls: section({
      reload: 'restart',
      description:
        'Where the certificate comes from: your own files, or made by Daemonward itself when no files are given.',
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
        names: listOf('certificate-name', {
          default: [],
          description: 'More DNS names and IP addresses for the leaf that Daemonward makes itself.',
        }),
      },
    }),
    clients: clientSettings,
    reviewLimitBytes: wholeNumber(SMALLEST_REVIEW_LIMIT_BYTES, LARGEST_REVIEW_LIMIT_BYTES, {
      default: REVIEW_LIMIT_BYTES,
      description: 'The largest admission review that is read. An UPDATE carries the object twice.',
    }),
    extenderLimitBytes: wholeNumber(SMALLEST_EXTENDER_LIMIT_BYTES, LARGEST_EXTENDER_LIMIT_BYTES, {
      default: EXTENDER_LIMIT_BYTES,
      description: 'The largest request of the scheduler that is read; it may list every node in full.',
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
      default: '127.0.0.1',
      description: 'The address to listen on. Anyone who can reach it can read the state of the cluster.',
    }),
    port: wholeNumber(0, LARGEST_PORT, {
      default: 8080,
      description: 'The port to listen on; 0 takes any free one.',
    }),
  },
});
