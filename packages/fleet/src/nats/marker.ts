import type { StreamInfo } from '@nats-io/jetstream';
import { nanos } from '@nats-io/transport-node';
import { decodeToken, encodeToken } from '../broker/tokens.js';
import { FleetRefusedError } from '../model/errors.js';

/** Kind, owner and limits of a bucket of a fleet, which must stay. */
export interface BucketShape {
  readonly kind: string;
  readonly owner: string;
  /** 0: for ever. */
  readonly ttlMs: number;
  /**
   * For how many TTLs records stay, where that is not one. Buckets of earlier versions, with records that go after one,
   * fit, too.
   */
  readonly keptTtls?: number;
  /** Of the stream behind the bucket. */
  readonly subjects: readonly string[];
  /** Records kept of one subject; absent where that does not matter. */
  readonly perSubject?: number;
}

/** The owner of a bucket stands in its description: metadata came with server 2.10. */
export function writeMarker({ kind, owner, ttlMs, keptTtls }: BucketShape): string {
  return `fleet ${kind} owner:${encodeToken(owner)}${keptTtls === undefined ? '' : ` ttl:${ttlMs}`}`;
}

interface Marker {
  readonly kind: string;
  readonly owner: string;
  /** Where records stay for longer. */
  readonly ttlMs?: number;
}

function readMarker(description: string | undefined): Marker | undefined {
  const [, kind, token = '', ttl] = /^fleet (\w+) owner:([\w=-]+)(?: ttl:(\d+))?$/.exec(description ?? '') ?? [];
  const owner = decodeToken(token);
  if (!kind || owner === undefined) return undefined;
  return { kind, owner, ...(ttl !== undefined && { ttlMs: Number(ttl) }) };
}

/** Throws `FleetRefusedError` for a bucket that is not one of this fleet, or was changed. */
export function checkBucket(bucket: string, { config }: StreamInfo, shape: BucketShape): void {
  const marker = readMarker(config.description);
  if (marker?.kind !== shape.kind) {
    const remedy = 'choose another name for the fleet, or remove the bucket if nobody uses it';
    throw new FleetRefusedError(`the bucket "${bucket}" is not one for ${shape.kind} of a fleet`, remedy);
  }
  if (marker.owner !== shape.owner) {
    const whose = `the bucket "${bucket}" belongs to "${marker.owner}", not to "${shape.owner}"`;
    throw new FleetRefusedError(whose, 'give each fleet a name of its own on this broker');
  }
  const { ttlMs, keptTtls = 1 } = shape;
  const foundMs = marker.ttlMs ?? config.max_age / 1e6;
  if (foundMs !== ttlMs) throw wrongTtl(bucket, foundMs, ttlMs);
  const fits =
    (marker.ttlMs === undefined || config.max_age === nanos(ttlMs * keptTtls)) &&
    config.subjects.join() === shape.subjects.join() &&
    (shape.perSubject === undefined || config.max_msgs_per_subject === shape.perSubject) &&
    config.retention === 'limits' &&
    !config.sealed &&
    !config.mirror &&
    !config.sources?.length;
  if (!fits) {
    const remedy = 'end all processes of the fleet and remove the bucket: it is made again';
    throw new FleetRefusedError(`the configuration of the bucket "${bucket}" was changed`, remedy);
  }
}

function wrongTtl(bucket: string, foundMs: number, wantedMs: number): FleetRefusedError {
  const has = foundMs === 0 ? 'no TTL' : `a TTL of ${foundMs} ms`;
  const remedy = `use that one everywhere, or end all processes of the fleet and remove the bucket: it is made again with ${wantedMs} ms`;
  return new FleetRefusedError(
    `the bucket "${bucket}" has ${has}`,
    foundMs === 0 ? remedy.replace('use that one everywhere, or e', 'e') : remedy,
  );
}
