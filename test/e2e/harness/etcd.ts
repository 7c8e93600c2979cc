/** The command line of etcd. */
import { join } from 'node:path';
import { type Handle, programOf } from './handle.ts';
import type { Command } from './supervisor.ts';

/** Room for a test of 150,000 pods; the default of 2 GB is not. */
const QUOTA_BYTES = 8 * 1024 ** 3;

export interface EtcdPorts {
  client: number;
  peer: number;
}

export function etcdUrl(ports: EtcdPorts): string {
  return `http://127.0.0.1:${ports.client}`;
}

export function etcdCommand({ programs, directory }: Handle, ports: EtcdPorts): Command {
  const peer = `http://127.0.0.1:${ports.peer}`;
  return {
    name: 'etcd',
    command: programOf(programs, 'etcd'),
    args: [
      `--data-dir=${join(directory, 'etcd')}`,
      `--listen-client-urls=${etcdUrl(ports)}`,
      `--advertise-client-urls=${etcdUrl(ports)}`,
      `--listen-peer-urls=${peer}`,
      `--initial-advertise-peer-urls=${peer}`,
      `--initial-cluster=default=${peer}`,
      `--quota-backend-bytes=${QUOTA_BYTES}`,
      '--log-level=warn',
      // The data lives as long as the process, so nothing need reach the disk.
      '--unsafe-no-fsync',
    ],
  };
}
