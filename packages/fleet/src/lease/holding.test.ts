import { describe, expect, it } from 'vitest';
import type { LeaseEvent } from '../model/lease.js';
import type { LeaseTable } from '../model/lease-table.js';
import { createDrivenTime } from '../testing/index.js';
import { openLeaseKeeper } from './keeper.js';
import { createMemoryLeases } from './memory.js';

const ttlMs = 10_000;
const marginMs = 1_000;

/** A holder whose requests can be changed on their way. */
async function holdAlone(way: { write?: (send: () => Promise<number | undefined>) => Promise<number | undefined> }) {
  const time = createDrivenTime(() => 0);
  const { environment } = time;
  const leases = createMemoryLeases({ ttlMs, elapsed: environment.elapsed });
  const inner = leases.open();
  const table: LeaseTable = {
    ...inner,
    write: (key, entry, after) => {
      const send = () => inner.write(key, entry, after);
      return way.write ? way.write(send) : send();
    },
  };
  const lease = openLeaseKeeper({ table, name: 'one', marginMs, environment }).want('home');
  await time.advance(ttlMs + 1);
  const { term } = lease;
  if (!term) throw new Error('it is not held');
  const events: LeaseEvent[] = [];
  lease.on((event) => events.push(event));
  return {
    time,
    lease,
    term,
    leases,
    events: () => events.map((event) => (event.type === 'lost' ? event.reason : 'held')),
  };
}

describe('a term', () => {
  it('has ended when a process goes on after it was stopped, before anything else ran', async () => {
    const { time, lease, term, events } = await holdAlone({});
    time.jump(ttlMs - marginMs - 2);
    expect(term.mayAct()).toBe(true);
    time.jump(2);
    expect(term.mayAct()).toBe(false);
    expect(term.ended.aborted).toBe(true);
    expect(events()).toEqual(['held', 'expired']);
    await time.advance(1);
    // No process has taken it meanwhile, so it is held again, in a term of its own.
    expect(lease.mayAct()).toBe(true);
    expect(lease.term?.token).toBeGreaterThan(term.token);
    expect(term.mayAct()).toBe(false);
  });

  it('counts from before the request that renewed it, however late the answer comes', async () => {
    const way: Parameters<typeof holdAlone>[0] = {};
    const { time, term } = await holdAlone(way);
    way.write = async (send) => {
      const written = await send();
      way.write = () => new Promise(() => {});
      time.jump(4_000);
      return written;
    };
    const sentAt = ttlMs / 3;
    await time.advance(sentAt);
    time.jump(ttlMs - marginMs - 4_000 - 1);
    expect(term.mayAct()).toBe(true);
    time.jump(1);
    expect(term.mayAct()).toBe(false);
  });

  it('reports after each renewal how long it lasts', async () => {
    const { time, term, lease } = await holdAlone({});
    const left: number[] = [];
    const stop = lease.onRenewed((renewed) =>
      left.push(renewed.token === term.token ? Math.round(renewed.leftMs()) : -1),
    );
    await time.advance(ttlMs);
    expect(left).toEqual([ttlMs - marginMs, ttlMs - marginMs, ttlMs - marginMs]);
    stop();
    await time.advance(ttlMs);
    expect(left).toHaveLength(3);
    await lease.release();
    expect(term.leftMs()).toBe(0);
  });

  it('is not given back by an answer that comes when it has ended', async () => {
    const way: Parameters<typeof holdAlone>[0] = {};
    const { time, term, events } = await holdAlone(way);
    way.write = async (send) => {
      way.write = undefined;
      const written = await send();
      time.jump(ttlMs - 4_000);
      return written;
    };
    await time.advance(ttlMs / 3 + 1);
    expect(term.mayAct()).toBe(false);
    await time.advance(1_000);
    expect(events()).toEqual(['held', 'expired', 'held']);
  });

  it('goes on when a renewal was written and its answer was lost', async () => {
    const way: Parameters<typeof holdAlone>[0] = {};
    const { time, term, events } = await holdAlone(way);
    way.write = async (send) => {
      way.write = undefined;
      await send();
      throw new Error('no answer');
    };
    await time.advance(3 * ttlMs);
    expect(events()).toEqual(['held']);
    expect(term.mayAct()).toBe(true);
  });
});
