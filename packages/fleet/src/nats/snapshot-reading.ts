import type { JetStreamManager } from '@nats-io/jetstream';
import type { ObjectInfo, ObjectResult, ObjectStore } from '@nats-io/obj';
import { encodeToken } from '../broker/tokens.js';
import type { FleetEnvironment } from '../model/environment.js';
import { FleetRefusedError } from '../model/errors.js';
import type { Snapshot } from '../model/snapshots.js';
import { systemEnvironment } from '../time/system.js';

/** Where snapshots are read. */
export interface SnapshotSource {
  readonly store: Pick<ObjectStore, 'info' | 'get'>;
  /** The parts that are there of a snapshot. */
  readonly partsOf: (nuid: string) => Promise<number>;
  /** For an answer of the broker. */
  readonly timeoutMs: number;
  /** Default: `systemEnvironment()`. */
  readonly environment?: FleetEnvironment;
}

/** Another one may be put while one is read, and a broker may be slow: it is read again for so many times an answer may take. */
const PATIENCE = 6;
/** While no part comes, the number of checks within that time that all of them are there. */
const LOOKS = 10;

/** Epoch and number; `undefined` for an object that is no snapshot. */
export function labelOf({ metadata }: ObjectInfo): { readonly epoch: string; readonly seq: number } | undefined {
  const { epoch, seq } = metadata ?? {};
  const number = Number(seq);
  return epoch !== undefined && seq !== undefined && Number.isSafeInteger(number) ? { epoch, seq: number } : undefined;
}

/** Counts the parts in the stream behind an object store. */
export const countParts =
  (manager: JetStreamManager, bucket: string): SnapshotSource['partsOf'] =>
  async (nuid) => {
    const subject = `$O.${bucket}.C.${nuid}`;
    const { state } = await manager.streams.info(`OBJ_${bucket}`, { subjects_filter: subject });
    return state.subjects?.[subject] ?? 0;
  };

/** The newest, whole. An incomplete one is refused only where its description is still the newest. */
export async function readSnapshot(source: SnapshotSource, key: string): Promise<Snapshot | undefined> {
  const { store, timeoutMs, environment = systemEnvironment() } = source;
  const object = encodeToken(key);
  const remedy = 'remove it: the next one is put by the process that holds the lease';
  const until = environment.elapsed() + PATIENCE * timeoutMs;
  do {
    const info = await store.info(object);
    if (!info || info.deleted) return undefined;
    if (!labelOf(info)) throw new FleetRefusedError(`the snapshot of "${key}" was made by somebody else`, remedy);
    const result = await store.get(object);
    // By now it may be another one: the bytes belong to their own description.
    const label = result ? labelOf(result.info) : undefined;
    if (!result || !label) continue;
    const bytes = await readParts(source, environment, result);
    if (bytes instanceof Uint8Array) return { ...label, bytes };
    // The parts of one that was replaced are removed.
    const isNewest = (await store.info(object))?.nuid === result.info.nuid;
    if (bytes === 'incomplete' && isNewest)
      throw new FleetRefusedError(`the snapshot of "${key}" is not whole`, remedy);
  } while (environment.elapsed() < until);
  throw new Error(`the snapshot of "${key}" could not be read in time`);
}

/** `incomplete`: they are not those that were put. `interrupted`: it is not known why they do not come. */
type Failed = 'incomplete' | 'interrupted';
type Part = { readonly done: false; readonly value: Uint8Array } | { readonly done: true };

async function readParts(
  source: SnapshotSource,
  environment: FleetEnvironment,
  { data, error, info }: ObjectResult,
): Promise<Uint8Array | Failed> {
  const ended = error.then(
    (): Failed => 'incomplete',
    (): Failed => 'interrupted',
  );
  const reader = data.getReader();
  const parts: Uint8Array[] = [];
  try {
    for (;;) {
      // Reading fails also where the last part has come and the digest is another one: that is a good end of the stream.
      const next = reader.read().catch(() => ended);
      const part = await inTime(next, source, environment, info);
      if (typeof part === 'string') return part;
      if (part.done) break;
      parts.push(part.value);
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
  const bytes = Buffer.concat(parts);
  return bytes.length === info.size ? bytes : 'incomplete';
}

/** Parts that were removed would be waited for in vain. */
async function inTime(
  next: Promise<Part | Failed>,
  { partsOf, timeoutMs }: SnapshotSource,
  { after }: FleetEnvironment,
  { nuid, chunks }: ObjectInfo,
): Promise<Part | Failed> {
  for (let look = 1; look <= LOOKS; look += 1) {
    let cancel = () => {};
    const silence = new Promise<undefined>((resolve) => {
      cancel = after(timeoutMs / LOOKS, () => resolve(undefined));
    });
    const part = await Promise.race([next, silence]).finally(cancel);
    if (part !== undefined) return part;
    if ((await partsOf(nuid)) < chunks) return 'incomplete';
  }
  return 'interrupted';
}
