import type { LeaseRecord } from '@ccu-gateway/fleet';
import { describe, expect, it } from 'vitest';
import type { CopyState } from './copy-replay.js';
import { lookForHolders, TELL } from './holders.js';
import { sourceOfCentral } from './source.js';

function build() {
  const reads: string[] = [];
  const asked: string[] = [];
  const abandoned: string[] = [];
  const records = new Map<string, LeaseRecord>();
  let copy: CopyState = 'following';
  let hear: (key: string, record: LeaseRecord) => void = () => {};
  const holders = lookForHolders(
    {
      table: {
        async read(key) {
          reads.push(key);
          return records.get(key) ?? { state: 'gone', revision: 0 };
        },
        watch(listener) {
          hear = listener;
          return () => {};
        },
      },
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
    hear(sourceOfCentral('home'), record);
  };
  const become = (next: CopyState) => {
    copy = next;
  };
  return { holders, reads, asked, abandoned, records, renew, become };
}

describe('who holds what', () => {
  it('is known from what the broker tells, and the broker is not asked while it does', async () => {
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

  it('is asked for where the broker has told nothing for a while', async () => {
    const { holders, reads, records, abandoned, renew } = build();
    renew('link-1');
    await holders.look();
    await holders.look();
    records.clear();
    await holders.look();
    expect(reads.filter((key) => key === sourceOfCentral('home'))).toHaveLength(1);
    expect(holders.isHeld('home')).toBe(false);
    expect(abandoned).toContain('home');
  });

  it('is no question for a CCU that no gateway holds or shows, and that this one is not configured with', async () => {
    const { holders, records, renew } = build();
    renew('link-1');
    await holders.look();
    records.clear();
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
