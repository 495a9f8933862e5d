import type { Gateway } from '@ccu-gateway/client';
import { signal } from '@preact/signals';
import { describe, expect, it } from 'vitest';
import { createFavourites } from './favourites.js';
import { successorIn } from './successor.js';

/** A gateway that keeps one value, and fails while it is told to. */
function keeping(value: unknown) {
  const kept = { value, failing: false, refusals: 0, writes: 0 };
  const call = async (operation: string, { body }: { readonly body?: unknown } = {}) => {
    if (kept.failing || kept.refusals-- > 0) throw new Error('away');
    if (operation === 'getPreference') return { key: 'k', value: kept.value };
    kept.value = body;
    kept.writes += 1;
    return undefined;
  };
  return { kept, favourites: createFavourites(() => ({ call }) as unknown as Gateway) };
}

describe('favourites', () => {
  it('are read once, and a value that is no list of devices counts as none', async () => {
    const { favourites, kept } = keeping({ devices: ['home/A', 7] });
    await favourites.load();
    expect([...favourites.keys.value]).toEqual(['home/A']);
    kept.value = { devices: [] };
    await favourites.load();
    expect(favourites.keys.value.size).toBe(1);
    for (const spoilt of [null, 'x', { devices: 'home/A' }]) {
      const other = keeping(spoilt).favourites;
      await other.load();
      expect(other.keys.value.size).toBe(0);
    }
  });

  it('follow a replaced device to the new one, and are stored so with the next change', async () => {
    const kept: unknown[] = [];
    const call = async (operation: string, { body }: { readonly body?: unknown } = {}) => {
      if (operation === 'getPreference') return { key: 'k', value: { devices: ['home/OLD', 'home/A'] } };
      kept.push(body);
      return undefined;
    };
    const shown = new Map([['home/NEW', { summary: { central: 'home', replaced: [{ address: 'OLD', at: '' }] } }]]);
    const store = { devices: signal([...shown.keys()]), peekDevice: (key: string) => shown.get(key) };
    const gateway = { call } as unknown as Gateway;
    const favourites = createFavourites(() => gateway, successorIn(store as never));
    await favourites.load();
    expect([...favourites.keys.value]).toEqual(['home/NEW', 'home/A']);
    await favourites.mark(['home/B'], true);
    expect(kept).toEqual([{ devices: ['home/NEW', 'home/A', 'home/B'] }]);
  });

  it('keep devices that another browser added meanwhile', async () => {
    const { favourites, kept } = keeping(null);
    await favourites.load();
    kept.value = { devices: ['home/B'] };
    await favourites.mark(['home/A'], true);
    expect(kept.value).toEqual({ devices: ['home/B', 'home/A'] });
    expect([...favourites.keys.value]).toEqual(['home/B', 'home/A']);
    await favourites.mark(['home/B'], false);
    expect(kept.value).toEqual({ devices: ['home/A'] });
  });

  it('keep both of two devices that are added at once, and withdraw only the one that is not stored', async () => {
    const { favourites, kept } = keeping(null);
    await Promise.all([favourites.mark(['home/A'], true), favourites.mark(['home/B'], true)]);
    expect(kept.value).toEqual({ devices: ['home/A', 'home/B'] });
    kept.refusals = 1;
    const failing = favourites.mark(['home/C'], true);
    const stored = favourites.mark(['home/D'], true);
    expect([...favourites.keys.value]).toEqual(['home/A', 'home/B', 'home/C', 'home/D']);
    await expect(failing).rejects.toThrow('away');
    await stored;
    expect([...favourites.keys.value]).toEqual(['home/A', 'home/B', 'home/D']);
    expect(kept.value).toEqual({ devices: ['home/A', 'home/B', 'home/D'] });
  });

  it('show devices that are added while the stored ones are read', async () => {
    const { favourites } = keeping({ devices: ['home/A'] });
    await Promise.all([favourites.load(), favourites.mark(['home/B'], true)]);
    expect([...favourites.keys.value]).toEqual(['home/A', 'home/B']);
  });

  it('show an added device at once, and remove it where the gateway does not store it', async () => {
    const { favourites, kept } = keeping({ devices: ['home/A'] });
    await favourites.load();
    kept.failing = true;
    const marking = favourites.mark(['home/B'], true);
    expect([...favourites.keys.value]).toEqual(['home/A', 'home/B']);
    await expect(marking).rejects.toThrow('away');
    expect([...favourites.keys.value]).toEqual(['home/A']);
    expect(kept.writes).toBe(0);
  });

  it('are moved before another one, or to the end, and stored in that order', async () => {
    const { favourites, kept } = keeping({ devices: ['home/A', 'home/B', 'home/C'] });
    await favourites.load();
    await favourites.move('home/C', 'home/A');
    expect(kept.value).toEqual({ devices: ['home/C', 'home/A', 'home/B'] });
    await favourites.move('home/C', undefined);
    expect([...favourites.keys.value]).toEqual(['home/A', 'home/B', 'home/C']);
    await favourites.move('home/X', 'home/A');
    expect([...favourites.keys.value]).toEqual(['home/A', 'home/B', 'home/C']);
    kept.failing = true;
    await expect(favourites.move('home/C', 'home/A')).rejects.toThrow('away');
    expect([...favourites.keys.value]).toEqual(['home/A', 'home/B', 'home/C']);
  });

  it('are asked for again after they could not be read', async () => {
    const { favourites, kept } = keeping({ devices: ['home/A'] });
    kept.failing = true;
    await favourites.load();
    kept.failing = false;
    await favourites.load();
    expect([...favourites.keys.value]).toEqual(['home/A']);
  });
});
