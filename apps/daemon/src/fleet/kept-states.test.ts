import type { Snapshot } from '@ccu-gateway/fleet';
import { createDrivenTime } from '@ccu-gateway/fleet/testing';
import { describe, expect, it } from 'vitest';
import type { CopyState } from './copy-replay.js';
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
  let refuses = false;
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
        if (refuses) throw new Error('no answer');
        put.push(`${key} ${epoch} ${seq}`);
        return 'put';
      },
    },
  };
  const states = createKeptStates(parts, environment);
  const take = () => put.splice(0);
  const refuse = (how: boolean) => {
    refuses = how;
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
    refuse(true);
    await expect(states.keepNew()).rejects.toThrow('no answer');
    refuse(false);
    await states.keepNew();
    expect(take()).toEqual(['home e 7', 'flat e 7']);
  });
});
