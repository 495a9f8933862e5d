import type { StreamInfo } from '@nats-io/jetstream';

/** Followers answer their leader every second. */
const SILENT_NS = 5e9;

/**
 * Returns true when the servers of a stream take writes. A server that is left of several goes on to answer from its
 * own state: a follower names no leader after a while, a leader reports how long it has not heard of each of the
 * others.
 */
export function hasQuorum({ cluster }: Pick<StreamInfo, 'cluster'>): boolean {
  if (!cluster) return true;
  const { leader, replicas = [] } = cluster;
  const there = replicas.filter(({ current, active, offline }) => !offline && (current || active <= SILENT_NS)).length;
  // Its leader is there, too.
  return Boolean(leader) && (there + 1) * 2 > replicas.length + 1;
}
