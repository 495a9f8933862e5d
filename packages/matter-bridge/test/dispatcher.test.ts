import { GatewayError } from '@ccu-gateway/gateway-core';
import { Status } from '@matter/main/types';
import { describe, expect, it } from 'vitest';
import { type ActAs, createDispatcher } from '../src/commands/dispatcher.js';
import type { WriteIntent } from '../src/index.js';
import { createCounts } from '../src/ports/activity.js';
import { createManualClock } from './bridge-world.js';

const LIGHT = { kind: 'custom_data_point', central: 'home', address: '0001', name: 'LEVEL' } as const;
const dragTo = (brightness: number): WriteIntent => ({
  kind: 'operation',
  of: LIGHT,
  operation: 'turn_on',
  params: { brightness },
  lastWins: 'level',
});

/** A house whose answers come when the test gives them. */
function slowHouse() {
  const writes: { readonly params: unknown; readonly signal: AbortSignal; answer(error?: Error): void }[] = [];
  const as: ActAs = (signal) =>
    ({
      customDataPoints: {
        operate: ({ params }: { readonly params: unknown }) =>
          new Promise<void>((resolve, reject) => {
            writes.push({ params, signal, answer: (error) => (error === undefined ? resolve() : reject(error)) });
          }),
      },
    }) as unknown as ReturnType<ActAs>;
  return { writes, as };
}

function dispatching() {
  const clock = createManualClock();
  const { count, counts } = createCounts();
  return { clock, counts, dispatcher: createDispatcher(clock, count), ...slowHouse() };
}

describe('a level that is dragged', () => {
  it('is two writes, however many commands came while the first was under way, and the last value wins', async () => {
    const { dispatcher, writes, as, counts } = dispatching();
    const sent = Array.from({ length: 50 }, (_, step) => dispatcher.send(dragTo(step), as));
    expect(writes.map(({ params }) => params)).toEqual([{ brightness: 0 }]);
    writes[0]?.answer();
    await expect.poll(() => writes.length).toBe(2);
    writes[1]?.answer();
    await Promise.all(sent);
    expect(writes.map(({ params }) => params)).toEqual([{ brightness: 0 }, { brightness: 49 }]);
    expect(counts().coalesced).toBe(48);
  });

  it('reports the failure of the last write, and restarts after it', async () => {
    const { dispatcher, writes, as } = dispatching();
    const first = dispatcher.send(dragTo(1), as);
    const last = dispatcher.send(dragTo(2), as);
    writes[0]?.answer();
    await first;
    await expect.poll(() => writes.length).toBe(2);
    writes[1]?.answer(new GatewayError('upstream_unavailable', 'The CCU is gone'));
    await expect(last).rejects.toMatchObject({ code: Status.Failure, message: 'The CCU is gone' });
    void dispatcher.send(dragTo(3), as);
    expect(writes.map(({ params }) => params)).toEqual([{ brightness: 1 }, { brightness: 2 }, { brightness: 3 }]);
    writes[2]?.answer();
  });

  it('continues with the last value when the first write failed', async () => {
    const { dispatcher, writes, as } = dispatching();
    const first = dispatcher.send(dragTo(1), as);
    const last = dispatcher.send(dragTo(2), as);
    writes[0]?.answer(new Error('no answer'));
    await expect(first).rejects.toMatchObject({ code: Status.Failure });
    await expect.poll(() => writes.length).toBe(2);
    writes[1]?.answer();
    await expect(last).resolves.toBeUndefined();
  });
});

it('writes that do not replace each other are sent at once, each of them', async () => {
  const { dispatcher, writes, as } = dispatching();
  const turn = (operation: string): WriteIntent => ({ kind: 'operation', of: LIGHT, operation, params: {} });
  const sent = ['turn_on', 'turn_off', 'turn_on'].map((operation) => dispatcher.send(turn(operation), as));
  expect(writes).toHaveLength(3);
  for (const each of writes) each.answer();
  await Promise.all(sent);
});

it('answers busy before a controller gives up, and aborts the call', async () => {
  const { dispatcher, writes, as, clock } = dispatching();
  const sent = dispatcher.send(dragTo(1), as);
  clock.pass(4500);
  await expect(sent).rejects.toMatchObject({ code: Status.Busy });
  expect(writes[0]?.signal.aborted).toBe(true);
});

it('answers busy to a write that had to wait for another one in the same time, counted from its own beginning', async () => {
  const { dispatcher, writes, as, clock } = dispatching();
  const first = dispatcher.send(dragTo(1), as);
  const refused = expect(first).rejects.toMatchObject({ code: Status.Busy });
  clock.pass(100);
  const last = dispatcher.send(dragTo(2), as);
  const refusedToo = expect(last).rejects.toMatchObject({ code: Status.Busy });
  clock.pass(4400);
  await refused;
  await expect.poll(() => writes.length).toBe(2);
  clock.pass(100);
  await refusedToo;
  expect(clock.now()).toBeLessThan(5000);
});

it('sends nothing for a value that holds already', async () => {
  const { dispatcher, writes, as } = dispatching();
  await dispatcher.send({ kind: 'nothing' }, as);
  expect(writes).toEqual([]);
});
