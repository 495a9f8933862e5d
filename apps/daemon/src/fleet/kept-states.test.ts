import type { Snapshot } from '@ccu-gateway/fleet';
import { createDrivenTime } from '@ccu-gateway/fleet/testing';
import { describe, expect, it } from 'vitest';
import type { CopyState } from './feed/copy-replay.js';
import { createKeptStates, type KeptStatesParts } from './kept-states.js';

function build() {
  const copies = new Map<string, CopyState>([
    ['home', 'held'],
    ['flat', 'held'],
    ['other', 'following'],
  ]);
  const put: string[] = [];
  let atOnce = 0;
  let most = 0;
  let refuses: (central: string) => boolean = () => false;
  let isDropped = false;
  const { environment, advance } = createDrivenTime();
  const parts: KeptStatesParts = {
    epoch: 'e',
    feed: {
      known: () => [...copies.keys()],
      copyOf: (central: string) => copies.get(central) ?? 'missing',
      async numberedState(central) {
        if (isDropped && central === 'home') return new Promise(() => {});
        atOnce += 1;
        most = Math.max(most, atOnce);
        return { seq: 7, packed: new Uint8Array([1]) };
      },
    },
    snapshots: {
      async put(key: string, { epoch, seq }: Snapshot) {
        await Promise.resolve();
        atOnce -= 1;
        if (refuses(key)) throw new Error('no answer');
        put.push(`${key} ${epoch} ${seq}`);
        return 'put';
      },
    },
  };
  const states = createKeptStates(parts, environment);
  const take = () => put.splice(0);
  const refuse = (...centrals: readonly string[]) => {
    refuses = (central) => centrals.includes(central);
  };
  const drop = (how: boolean) => {
    isDropped = how;
  };
  return { states, copies, take, most: () => most, refuse, drop, advance };
}

describe('states that are kept', () => {
  it('are those of CCUs that are held, each once however often it is asked for', async () => {
    const { states, take } = build();
    await Promise.all([states.keepNew(), states.keepNew(), states.keepNew()]);
    expect(take()).toEqual(['home e 7', 'flat e 7']);
    await states.keepNew();
    expect(take()).toEqual([]);
  });

  it('are of what was taken over since, and of what was let go and taken over again', async () => {
    const { states, copies, take } = build();
    await states.keepNew();
    take();
    copies.set('other', 'held');
    copies.set('home', 'missing');
    await states.keepNew();
    expect(take()).toEqual(['other e 7']);
    copies.set('home', 'held');
    await states.keepNew();
    expect(take()).toEqual(['home e 7']);
  });

  it('are kept one after the other, however they are asked for', async () => {
    const { states, take, most } = build();
    await Promise.all([states.keepAll(), states.keepNew(), states.keepAll()]);
    expect(take()).toHaveLength(4);
    expect(most()).toBe(1);
  });

  it('wait for one whose number does not come for a while only, and it is kept the next time', async () => {
    const { states, take, drop, advance } = build();
    drop(true);
    const kept = states.keepNew();
    await advance(29_999);
    expect(take()).toEqual([]);
    await advance(1);
    await kept;
    expect(take()).toEqual(['flat e 7']);
    drop(false);
    await states.keepNew();
    expect(take()).toEqual(['home e 7']);
  });

  it('are kept the next time where the store did not answer', async () => {
    const { states, take, refuse } = build();
    refuse('home', 'flat');
    await expect(states.keepNew()).rejects.toThrow('no answer');
    refuse();
    await states.keepNew();
    expect(take()).toEqual(['home e 7', 'flat e 7']);
  });

  it('are kept although the store does not take one before them', async () => {
    const { states, take, refuse } = build();
    refuse('home');
    await expect(states.keepAll()).rejects.toThrow('no answer');
    expect(take()).toEqual(['flat e 7']);
    refuse();
    await states.keepNew();
    expect(take()).toEqual(['home e 7']);
  });

  it('are tried again after a while, until each was kept once', async () => {
    const { states, take, refuse, advance } = build();
    refuse('home', 'flat');
    await expect(states.keepNew()).rejects.toThrow('no answer');
    refuse('home');
    await advance(29_999);
    expect(take()).toEqual([]);
    await advance(1);
    expect(take()).toEqual(['flat e 7']);
    refuse();
    await advance(30_000);
    expect(take()).toEqual(['home e 7']);
    await advance(60_000);
    expect(take()).toEqual([]);
  });

  it('are tried again also where a number did not come', async () => {
    const { states, take, drop, advance } = build();
    drop(true);
    const kept = states.keepNew();
    await advance(30_000);
    await kept;
    expect(take()).toEqual(['flat e 7']);
    drop(false);
    await advance(30_000);
    expect(take()).toEqual(['home e 7']);
  });

  it('are not tried again once they are held no more', async () => {
    const { states, copies, take, refuse, advance } = build();
    refuse('home', 'flat');
    await expect(states.keepNew()).rejects.toThrow('no answer');
    refuse();
    for (const central of ['home', 'flat']) copies.set(central, 'missing');
    await advance(30_000);
    for (const central of ['home', 'flat']) copies.set(central, 'held');
    await advance(60_000);
    expect(take()).toEqual([]);
  });
});
