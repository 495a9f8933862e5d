import { hearHolders, type LeaseRecord, type LeaseTable } from '@ccu-gateway/fleet';
import { createDrivenTime } from '@ccu-gateway/fleet/testing';
import { describe, expect, it } from 'vitest';
import type { CopyState } from './feed/copy-replay.js';
import { sourceOfCentral } from './feed/source.js';
import { lookForHolders, TELL } from './holders.js';

const ttlMs = 10_000;

function build() {
  const reads: string[] = [];
  const asked: string[] = [];
  const abandoned: string[] = [];
  const records = new Map<string, LeaseRecord>();
  let copy: CopyState = 'following';
  const listeners: ((key: string, record: LeaseRecord) => void)[] = [];
  const time = createDrivenTime();
  const table: Pick<LeaseTable, 'ttlMs' | 'read' | 'watch'> = {
    ttlMs,
    async read(key) {
      reads.push(key);
      return records.get(key) ?? { state: 'gone', revision: 0 };
    },
    watch(listener) {
      listeners.push(listener);
      return () => {};
    },
  };
  const holders = lookForHolders(
    {
      ...{ table, heard: hearHolders(table, time.environment) },
      feed: {
        ...{ known: () => ['removed', 'left', 'new'], has: (central) => central === 'left', copyOf: () => copy },
        abandoned: (central) => void abandoned.push(central),
      },
      keeper: { id: 'me' },
      connection: { timeoutMs: 100 },
      configured: () => ['new'],
    },
    {
      async call(id, method) {
        asked.push(`${id} ${method}`);
        return true;
      },
    },
    { debug: () => {} },
  );
  let revision = 0;
  const renew = (holder: string) => {
    revision += 1;
    const record = { state: 'held', holder, name: holder, revision } as const;
    records.set(sourceOfCentral('home'), record);
    for (const hear of listeners) hear(sourceOfCentral('home'), record);
  };
  const become = (next: CopyState) => {
    copy = next;
  };
  return { time, holders, reads, asked, abandoned, records, renew, become };
}

describe('who holds what', () => {
  it('is known from the reports of the broker, which is not asked meanwhile', async () => {
    const { holders, reads, renew } = build();
    for (let round = 0; round < 5; round += 1) {
      renew('link-1');
      await holders.look();
      await holders.look();
    }
    expect(holders.names()).toEqual(['home', 'left', 'new']);
    expect(holders.isHeld('home')).toBe(true);
    expect(reads).not.toContain(sourceOfCentral('home'));
  });

  it('is asked for where the broker has reported nothing for a while', async () => {
    const { time, holders, reads, records, abandoned, renew } = build();
    renew('link-1');
    await holders.look();
    records.clear();
    await time.advance(ttlMs);
    await holders.look();
    expect(reads.filter((key) => key === sourceOfCentral('home'))).toHaveLength(1);
    expect(holders.isHeld('home')).toBe(false);
    expect(abandoned).toContain('home');
  });

  it('is no gateway where a record has stayed as it is for the length of a lease', async () => {
    const { time, holders, abandoned, renew } = build();
    renew('link-1');
    renew('link-1');
    await holders.look();
    await time.advance(ttlMs - 1);
    await holders.look();
    expect(holders.isHeld('home')).toBe(true);
    expect(abandoned).not.toContain('home');
    await time.advance(1);
    await holders.look();
    expect(holders.isHeld('home')).toBe(false);
    expect(abandoned).toContain('home');
    renew('link-2');
    await holders.look();
    expect(holders.isHeld('home')).toBe(true);
  });

  it('is shown as no gateway only where the broker has reported that', async () => {
    const { time, holders, records, abandoned, renew, become } = build();
    renew('link-1');
    await holders.look();
    // Renewals that were not heard of here.
    await time.advance(3 * ttlMs);
    records.set(sourceOfCentral('home'), { state: 'held', holder: 'link-1', name: 'link-1', revision: 9 });
    become('following');
    await holders.look();
    expect(holders.isHeld('home')).toBe(true);
    expect(abandoned).not.toContain('home');
  });

  it('is no question for a CCU that no gateway holds or shows, and that this one is not configured with', async () => {
    const { time, holders, records, renew } = build();
    renew('link-1');
    await holders.look();
    records.clear();
    await time.advance(ttlMs);
    for (let round = 0; round < 3; round += 1) await holders.look();
    expect(holders.names()).toEqual(['left', 'new']);
  });

  it('is who a missing state is asked of', async () => {
    const { holders, asked, renew, become } = build();
    renew('link-1');
    await holders.look();
    become('missing');
    await holders.look();
    expect(asked).toEqual([`link-1 ${TELL}`]);
  });
});
