/** Ports, name servers and names of hosts. */
import type { JsonObject } from '../../../../src/json/object.ts';
import { inContainer, inContainers, inSpec, type Slip } from './slip.ts';

const dns = (about: string, dnsConfig: JsonObject, dnsPolicy = 'ClusterFirst') =>
  inSpec(about, { dnsPolicy, dnsConfig });

export const NETWORK: readonly Slip[] = [
  inContainer('numbers of ports', {
    ports: [1, 65_535, 65_536, -1, 0].map((containerPort) => ({ containerPort })),
  }),
  inContainer('ports of the node', {
    ports: [1, 65_535, 65_536, -1, 0].map((hostPort) => ({ containerPort: 80, hostPort })),
  }),
  inContainer('a port without its number', { ports: [{}, { name: 'a' }] }),
  inContainer('names of ports', {
    ports: [
      'http',
      'http',
      'A',
      'a--b',
      '-a',
      'a-',
      '80',
      'abcdefghijklmno',
      'abcdefghijklmnop',
      '',
      '',
      'A',
    ].map((name, index) => ({ name, containerPort: index + 1 })),
  }),
  inContainer('protocols', {
    ports: ['TCP', 'UDP', 'SCTP', '', 'tcp'].map((protocol, index) => ({
      protocol,
      containerPort: index + 1,
    })),
  }),
  inContainers('ports of the node that are taken', [
    {
      name: 'a',
      ports: [
        { containerPort: 1, hostPort: 80 },
        { containerPort: 2, hostPort: 80, protocol: 'UDP' },
      ],
    },
    {
      name: 'b',
      ports: [
        { containerPort: 1 },
        { containerPort: 3, hostPort: 80 },
        { containerPort: 4, hostPort: 80, hostIP: '10.0.0.1' },
      ],
    },
    {
      name: 'c',
      ports: [
        { containerPort: 5, hostPort: 80, protocol: 'TCP' },
        { containerPort: 6, hostPort: 81 },
        { containerPort: 6 },
        { containerPort: 7, hostPort: 80, protocol: 'UDP' },
      ],
    },
  ]),
  inContainers(
    'ports on the network of the node',
    [
      {
        ports: [
          { containerPort: 80, hostPort: 80 },
          { containerPort: 81, hostPort: 82 },
          { containerPort: 83 },
        ],
      },
    ],
    { hostNetwork: true },
  ),
  inContainers('other ports on a network of its own', [{ ports: [{ containerPort: 81, hostPort: 82 }] }], {
    hostNetwork: false,
  }),
  ...['ClusterFirstWithHostNet', 'ClusterFirst', 'Default', '', 'Nowhere'].map((dnsPolicy) =>
    inSpec(`name service ${dnsPolicy}`, { dnsPolicy }),
  ),
  inSpec('no name service', { dnsPolicy: 'None' }),
  dns('no name server', {}, 'None'),
  dns('one name server', { nameservers: ['10.0.0.1'] }, 'None'),
  dns('three name servers', { nameservers: ['10.0.0.1', '::1', '255.255.255.255'] }),
  dns('four name servers', { nameservers: ['10.0.0.1', '10.0.0.2', '10.0.0.3', '10.0.0.4'] }),
  dns('what is no address', { nameservers: ['10.0.0', 'dns.example', '256.0.0.1'] }),
  dns('what is no address either', { nameservers: ['', '10.0.0.1.', '1.2.3.4.5'] }),
  dns('searches', {
    searches: ['example.com', 'example.com.', '.', 'Upper', '-a', '', 'under_score.example'],
  }),
  dns('as many searches as there may be', { searches: Array.from({ length: 32 }, (_, i) => `s${i}`) }),
  dns('more searches than there may be', { searches: Array.from({ length: 33 }, (_, i) => `s${i}`) }),
  dns('options', {
    options: [{ name: 'ndots', value: '2' }, { name: 'edns0' }, { value: '2' }, { name: '' }],
  }),
  inSpec('names of hosts', {
    hostAliases: [
      { ip: '10.0.0.1', hostnames: ['a.example', 'Upper', 'a_b'] },
      { ip: 'nowhere', hostnames: ['a'] },
      { ip: '', hostnames: [] },
      { ip: 'fe80::1', hostnames: ['a'] },
    ],
  }),
  inSpec('the name of the pod as a host', { hostname: 'Upper', subdomain: 'a.b' }),
  inSpec('a good name of the pod as a host', { hostname: 'a', subdomain: 'b' }),
  inSpec('a name of the host that is too long', { hostname: 'a'.repeat(64), subdomain: 'b'.repeat(63) }),
  inSpec('the name of an account', { serviceAccountName: 'Upper_' }),
];
