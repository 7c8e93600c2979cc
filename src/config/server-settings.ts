/** The settings of the two ports: HTTPS for Kubernetes, plain HTTP for people. */
import type { SectionNode } from './schema-node.ts';

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

export const serverSettings = {
  type: 'object',
  description: 'The HTTPS port that the API server and the scheduler call.',
  additionalProperties: false,
  default: {},
  properties: {
    address: {
      type: 'string',
      format: 'host',
      default: '0.0.0.0',
      'x-reload': 'restart',
      description: 'The address to listen on.',
    },
    port: {
      type: 'integer',
      minimum: 0,
      maximum: LARGEST_PORT,
      default: 8443,
      'x-reload': 'restart',
      description: 'The port to listen on; 0 takes any free one.',
    },
    tls: {
      type: 'object',
      description:
        'Where the certificate comes from: your own files, or made by Daemonward itself when no files are given.',
      additionalProperties: false,
      default: {},
      properties: {
        certFile: {
          type: 'string',
          format: 'path',
          'x-reload': 'restart',
          description: 'Your certificate chain in PEM, leaf first. Needs `keyFile`.',
        },
        keyFile: {
          type: 'string',
          format: 'path',
          'x-reload': 'restart',
          description: 'The private key of `certFile` in PEM.',
        },
        caFile: {
          type: 'string',
          format: 'path',
          'x-reload': 'restart',
          description: 'The authority that signed `certFile`, in PEM, to be published to callers.',
        },
        directory: {
          type: 'string',
          format: 'path',
          default: 'certs',
          'x-reload': 'restart',
          description: 'Where an authority and a leaf that Daemonward makes itself are kept.',
        },
        names: {
          type: 'array',
          items: { type: 'string', format: 'certificate-name' },
          uniqueItems: true,
          default: [],
          'x-reload': 'restart',
          description: 'More DNS names and IP addresses for the leaf that Daemonward makes itself.',
        },
      },
    },
    reviewLimitBytes: {
      type: 'integer',
      minimum: SMALLEST_REVIEW_LIMIT_BYTES,
      maximum: LARGEST_REVIEW_LIMIT_BYTES,
      default: REVIEW_LIMIT_BYTES,
      'x-reload': 'restart',
      description: 'The largest admission review that is read. An UPDATE carries the object twice.',
    },
    extenderLimitBytes: {
      type: 'integer',
      minimum: SMALLEST_EXTENDER_LIMIT_BYTES,
      maximum: LARGEST_EXTENDER_LIMIT_BYTES,
      default: EXTENDER_LIMIT_BYTES,
      'x-reload': 'restart',
      description: 'The largest request of the scheduler that is read; it may list every node in full.',
    },
    keepAliveSeconds: {
      type: 'integer',
      minimum: SHORTEST_KEEP_ALIVE_SECONDS,
      maximum: LONGEST_KEEP_ALIVE_SECONDS,
      default: KEEP_ALIVE_SECONDS,
      'x-reload': 'restart',
      description:
        'How long an idle connection stays open. Must outlive the 90 s after which the API server gives it up, or requests are lost.',
    },
    drainSeconds: {
      type: 'integer',
      minimum: 0,
      maximum: LONGEST_DRAIN_SECONDS,
      default: DRAIN_SECONDS,
      'x-reload': 'live',
      description:
        'How long to go on serving after SIGTERM, so that the endpoint leaves the rotation before the port closes.',
    },
  },
} as const satisfies SectionNode;

export const opsSettings = {
  type: 'object',
  description: 'The plain HTTP port for probes, metrics and people.',
  additionalProperties: false,
  default: {},
  properties: {
    address: {
      type: 'string',
      format: 'host',
      default: '127.0.0.1',
      'x-reload': 'restart',
      description: 'The address to listen on. Anyone who can reach it can read the state of the cluster.',
    },
    port: {
      type: 'integer',
      minimum: 0,
      maximum: LARGEST_PORT,
      default: 8080,
      'x-reload': 'restart',
      description: 'The port to listen on; 0 takes any free one.',
    },
  },
} as const satisfies SectionNode;
