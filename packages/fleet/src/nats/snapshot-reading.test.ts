import type { ObjectInfo, ObjectResult } from '@nats-io/obj';
import { describe, expect, it } from 'vitest';
import { createDrivenTime } from '../testing/index.js';
import { readSnapshot, type SnapshotSource } from './snapshot-reading.js';

const TIMEOUT_MS = 1_000;

const infoOf = (seq: number, size = 3) =>
  ({
    nuid: `n${seq}`,
    size,
    chunks: 1,
    deleted: false,
    metadata: { epoch: 'a', seq: String(seq) },
  }) as Partial<ObjectInfo>;

/** Answer of the object store for one with this description; without `bytes` none come, and nothing ends. */
function resultOf(info: Partial<ObjectInfo>, bytes?: Uint8Array): ObjectResult {
  const data = new ReadableStream<Uint8Array>({
    start(controller) {
      if (bytes === undefined) return;
      controller.enqueue(bytes);
      controller.close();
    },
  });
  return { info: info as ObjectInfo, data, error: Promise.resolve(null) };
}

describe('reading a snapshot', () => {
  /** Reads with time driven on until it is settled; `description` and `object` answer for each question anew. */
  async function read(parts: {
    readonly description: () => Partial<ObjectInfo>;
    readonly object: () => ObjectResult;
    readonly partsOf?: SnapshotSource['partsOf'];
  }) {
    const time = createDrivenTime();
    const source: SnapshotSource = {
      store: { info: async () => parts.description() as ObjectInfo, get: async () => parts.object() },
      partsOf: parts.partsOf ?? (async () => 1),
      timeoutMs: TIMEOUT_MS,
      environment: time.environment,
    };
    let isSettled = false;
    const reading = readSnapshot(source, 'home').then(
      (snapshot) => snapshot?.seq,
      (error: unknown) => error,
    );
    void reading.finally(() => (isSettled = true));
    while (!isSettled) await time.advance(TIMEOUT_MS / 10);
    return { outcome: await reading, tookMs: time.environment.elapsed() };
  }

  it('goes on with the next one as often as one was replaced while its parts were read', async () => {
    let seq = 0;
    const { outcome, tookMs } = await read({
      description: () => infoOf(seq),
      object() {
        seq += 1;
        return seq < 40 ? resultOf(infoOf(seq - 1), new Uint8Array(2)) : resultOf(infoOf(seq), new Uint8Array(3));
      },
    });
    expect(outcome).toBe(40);
    expect(tookMs).toBeLessThan(TIMEOUT_MS);
  });

  it('notices at once that the parts of one that was replaced do not come any more', async () => {
    let seq = 1;
    const { outcome, tookMs } = await read({
      description: () => infoOf(seq),
      object: () => (seq === 1 ? resultOf(infoOf(seq++)) : resultOf(infoOf(seq), new Uint8Array(3))),
      partsOf: async () => 0,
    });
    expect(outcome).toBe(2);
    expect(tookMs).toBeLessThan(TIMEOUT_MS / 2);
  });

  it('takes a whole one although it was replaced since', async () => {
    let seq = 1;
    const object = () => resultOf(infoOf(seq++), new Uint8Array(3));
    expect((await read({ description: () => infoOf(seq), object })).outcome).toBe(1);
  });

  it('reads one again whose parts are all there and come slowly', async () => {
    let reads = 0;
    const object = () => resultOf(infoOf(1), reads++ === 0 ? undefined : new Uint8Array(3));
    const { outcome, tookMs } = await read({ description: () => infoOf(1), object });
    expect(outcome).toBe(1);
    expect(tookMs).toBeGreaterThanOrEqual(TIMEOUT_MS);
  });

  it('ends without a refusal where none could be read whole for a long time', async () => {
    const message = 'the snapshot of "home" could not be read in time';
    const slow = await read({ description: () => infoOf(1), object: () => resultOf(infoOf(1)) });
    expect(slow.outcome).toEqual(new Error(message));
    let seq = 1;
    const object = () => resultOf(infoOf(seq++));
    const replaced = await read({ description: () => infoOf(seq), object, partsOf: async () => 0 });
    expect(replaced.outcome).toEqual(new Error(message));
  });

  it('refuses the newest where its bytes came to their end with another size, or where a part is missing', async () => {
    const refused = { code: 'fleet_refused', reason: 'the snapshot of "home" is not whole' };
    const short = await read({ description: () => infoOf(1), object: () => resultOf(infoOf(1), new Uint8Array(2)) });
    expect(short.outcome).toMatchObject(refused);
    const object = () => resultOf(infoOf(1));
    const missing = await read({ description: () => infoOf(1), object, partsOf: async () => 0 });
    expect(missing.outcome).toMatchObject(refused);
  });
});
