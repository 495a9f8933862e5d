import { describe, expect, it } from 'vitest';
import { createExportSlots } from './export-slots.js';

async function all<Chunk>(content: AsyncIterable<Chunk>): Promise<readonly Chunk[]> {
  const chunks: Chunk[] = [];
  for await (const chunk of content) chunks.push(chunk);
  return chunks;
}

describe('slots for exports', () => {
  const world = () => {
    const slots = createExportSlots(1);
    const state = { begun: 0, ended: 0, fails: false };
    async function* content() {
      state.begun += 1;
      try {
        yield 1;
        if (state.fails) throw new Error('the disk is gone');
        yield 2;
      } finally {
        state.ended += 1;
      }
    }
    const hold = (signal?: AbortSignal) => slots.hold(content, signal);
    const isFree = () => {
      try {
        const end = hold()[Symbol.asyncIterator]().return;
        void end?.();
        return true;
      } catch {
        return false;
      }
    };
    return { hold, state, isFree };
  };

  it('refuse one export too many and name the number that is allowed', () => {
    const { hold } = world();
    hold();
    expect(() => hold()).toThrow(
      expect.objectContaining({
        ...{ code: 'rate_limited', message: '1 exports are running; the gateway makes 1 at a time' },
        details: { reason: 'too_many_exports', retryAfterSeconds: 30, members: { max: 1 } },
      }),
    );
  });

  it('are free again after the last chunk', async () => {
    const { hold, isFree } = world();
    expect(await all(hold())).toEqual([1, 2]);
    expect(isFree()).toBe(true);
  });

  it('are free again after a failure, which the reader receives', async () => {
    const { hold, isFree, state } = world();
    state.fails = true;
    await expect(all(hold())).rejects.toThrow('the disk is gone');
    expect(isFree()).toBe(true);
  });

  it('are free again when the reader leaves, also before the first chunk', async () => {
    const { hold, isFree, state } = world();
    const early = hold()[Symbol.asyncIterator]();
    await early.return?.();
    expect([state.begun, isFree()]).toEqual([0, true]);
    const late = hold()[Symbol.asyncIterator]();
    await late.next();
    expect(isFree()).toBe(false);
    await late.return?.();
    expect([state.ended, isFree()]).toEqual([1, true]);
  });

  it('are free again when the client goes, and twice is once', async () => {
    const { hold, isFree } = world();
    const gone = new AbortController();
    const iterator = hold(gone.signal)[Symbol.asyncIterator]();
    await iterator.next();
    gone.abort();
    await iterator.return?.();
    expect(isFree()).toBe(true);
    const next = hold();
    expect(isFree()).toBe(false);
    expect(await all(next)).toEqual([1, 2]);
    hold(AbortSignal.abort());
    expect(isFree()).toBe(true);
  });
});
