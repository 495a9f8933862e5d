import { createHash } from 'node:crypto';
import type { JetStreamClient, JetStreamManager } from '@nats-io/jetstream';
import { headers, nuid } from '@nats-io/transport-node';
import { isCode } from '../broker/answers.js';
import type { Snapshot } from '../model/snapshots.js';

/** Where snapshots are written: an object store, see ADR 20 of NATS. */
export interface SnapshotTarget {
  readonly client: Pick<JetStreamClient, 'publish'>;
  readonly streams: Pick<JetStreamManager['streams'], 'purge'>;
  readonly bucket: string;
  /** The most bytes that the broker takes as one message. */
  readonly maxPayload: number;
  /** For an answer of the broker. */
  readonly timeoutMs: number;
}

/** The description to replace. */
interface Before {
  readonly revision: number;
  readonly nuid: string;
}

const MAX_PART_BYTES = 128 * 1024;

/**
 * Puts an object as the client of object stores does, but for one thing: its parts stay where the storing of the
 * description has an unknown outcome, since a description without them is a broken snapshot. Parts that nothing
 * describes go by the TTL.
 */
export async function writeSnapshot(
  target: SnapshotTarget,
  object: string,
  { epoch, seq, bytes }: Snapshot,
  before: Before | undefined,
): Promise<void> {
  const { client, streams, bucket, timeoutMs: timeout } = target;
  const partBytes = Math.min(MAX_PART_BYTES, target.maxPayload);
  const id = nuid.next();
  const partsOf = (nuidOf: string) => `$O.${bucket}.C.${nuidOf}`;
  const remove = async (nuidOf: string) => {
    await streams.purge(`OBJ_${bucket}`, { filter: partsOf(nuidOf) }).catch(() => {});
  };
  let chunks = 0;
  let isDescribed = false;
  try {
    for (let start = 0; start < bytes.length; start += partBytes) {
      await client.publish(partsOf(id), bytes.subarray(start, start + partBytes), { timeout });
      chunks += 1;
    }
    isDescribed = true;
    const description = {
      ...{
        name: object,
        bucket,
        nuid: id,
        size: bytes.length,
        chunks,
        deleted: false,
        mtime: new Date().toISOString(),
      },
      ...{ options: { max_chunk_size: partBytes }, metadata: { epoch, seq: String(seq) }, digest: digestOf(bytes) },
    };
    const after = headers();
    after.set('Nats-Rollup', 'sub');
    after.set('Nats-Expected-Last-Subject-Sequence', String(before?.revision ?? 0));
    const subject = `$O.${bucket}.M.${padded(Buffer.from(object))}`;
    await client.publish(subject, JSON.stringify(description), { headers: after, timeout });
  } catch (error) {
    // Any other answer may be that of one server alone, while others keep the description.
    if (!isDescribed || isCode(error, 'overtaken')) await remove(id);
    throw error;
  }
  if (before !== undefined) await remove(before.nuid);
}

const padded = (bytes: Buffer): string => bytes.toString('base64').replaceAll('+', '-').replaceAll('/', '_');

const digestOf = (bytes: Uint8Array): string => `SHA-256=${padded(createHash('sha256').update(bytes).digest())}`;
