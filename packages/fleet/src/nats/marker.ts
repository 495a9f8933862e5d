import type { StreamInfo } from '@nats-io/jetstream';
import { nanos } from '@nats-io/transport-node';
import { FleetRefusedError } from '../model/errors.js';
import { decodeToken, encodeToken } from './tokens.js';

/** What a bucket of a fleet is, and must stay. */
export interface BucketShape {
  readonly kind: string;
  readonly owner: string;
  /** 0: for ever. */
  readonly ttlMs: number;
  /** Of the stream behind the bucket. */
  readonly subjects: readonly string[];
  /** Records kept of one subject; absent where that does not matter. */
  readonly perSubject?: number;
}

/** The description of a bucket says whose it is: metadata came with server 2.10. */
export function writeMarker({ kind, owner }: BucketShape): string {
  return `fleet ${kind} owner:${encodeToken(owner)}`;
}

function readMarker(description: string | undefined): { readonly kind: string; readonly owner: string } | undefined {
  const found = /^fleet (\w+) owner:([\w=-]+)$/.exec(description ?? '');
  const owner = decodeToken(found?.[2] ?? '');
  return found?.[1] && owner !== undefined ? { kind: found[1], owner } : undefined;
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
  if (config.max_age !== nanos(shape.ttlMs)) throw wrongTtl(bucket, config.max_age / 1e6, shape.ttlMs);
  const fits =
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
