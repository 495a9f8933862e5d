import { FleetRefusedError, type Snapshot } from '@ccu-gateway/fleet';
import { createDrivenTime } from '@ccu-gateway/fleet/testing';
import { describe, expect, it } from 'vitest';
import { type FirstState, openFirstStates } from './first-states.js';

const packed = new Uint8Array([1]);
const at = (seq: number, epoch = 'e'): Snapshot => ({ epoch, seq, bytes: packed });

/** The store answers with these, one after the other, and with the last one from then on. */
async function build(...answers: readonly (Snapshot | Error | undefined)[]) {
  const { environment, advance } = createDrivenTime();
  const warned: string[] = [];
  let end = { epoch: 'e', oldestSeq: 10, lastSeq: 20 };
  let asked = 0;
  const read = await openFirstStates({
    snapshots: {
      async get() {
        const answer = answers[Math.min(asked, answers.length - 1)];
        asked += 1;
        if (answer instanceof Error) throw answer;
        return answer;
      },
    },
    shared: { state: async () => end },
    time: environment,
    log: { warn: (message) => warned.push(message) },
  });
  const grow = () => {
    end = { ...end, lastSeq: 30 };
  };
  const outcome = async () => {
    let answer: FirstState | Error | 'none yet' = 'none yet';
    read('home').then(
      (state) => {
        answer = state;
      },
      (error: Error) => {
        answer = error;
      },
    );
    for (let second = 0; second < 10; second += 1) await advance(1_000);
    return answer;
  };
  return { outcome, grow, warned, asked: () => asked };
}

describe('the first state of a CCU', () => {
  it('is its snapshot, as far as the log reaches back to it', async () => {
    expect(await (await build(at(15))).outcome()).toEqual({ seq: 15, packed });
    expect(await (await build(at(9))).outcome()).toEqual({ seq: 9, packed });
    expect(await (await build(undefined)).outcome()).toBeUndefined();
    for (const other of [at(8), at(21), at(15, 'f')]) expect(await (await build(other)).outcome()).toBe('unusable');
  });

  it('is also a snapshot that was put after the log was asked for its end', async () => {
    const { outcome, grow } = await build(at(25));
    grow();
    expect(await outcome()).toEqual({ seq: 25, packed });
  });

  it('is read again where the servers do not answer', async () => {
    const away = new Error('no answer');
    const { outcome, warned } = await build(away, away, at(15));
    expect(await outcome()).toEqual({ seq: 15, packed });
    expect(warned).toHaveLength(2);
  });

  it('is not taken for none where it cannot be read at all', async () => {
    const { outcome, asked } = await build(new Error('no answer'));
    const failure = await outcome();
    expect(failure).toBeInstanceOf(Error);
    expect(String(failure)).toContain('the snapshot of "home" cannot be read: no answer');
    expect(asked()).toBe(5);
  });

  it('is of no use where its snapshot is refused, which is not read again', async () => {
    const { outcome, asked, warned } = await build(new FleetRefusedError('it is not whole', 'remove it'));
    expect(await outcome()).toBe('unusable');
    expect([asked(), warned.length]).toEqual([1, 1]);
  });
});
