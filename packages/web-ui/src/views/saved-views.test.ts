import type { Gateway } from '@ccu-gateway/client';
import { describe, expect, it } from 'vitest';
import { createSavedViews } from './saved-views.js';

/** A gateway with one stored value, which fails on request. */
function keeping(value: unknown) {
  const kept = { value, isFailing: false };
  const call = async (operation: string, { body }: { readonly body?: unknown } = {}) => {
    if (kept.isFailing) throw new Error('away');
    if (operation === 'getPreference') return { key: 'k', value: kept.value };
    kept.value = body;
    return undefined;
  };
  return { kept, views: createSavedViews(() => ({ call }) as unknown as Gateway) };
}

describe('saved views', () => {
  it('replace a view of the same name, and keep those that another browser saved meanwhile', async () => {
    const { kept, views } = keeping(null);
    await views.load();
    await views.save({ name: 'Low', query: 'q=1' });
    kept.value = { views: [...views.list.value, { name: 'Other', query: 'q=3' }] };
    await views.save({ name: 'Low', query: 'q=2' });
    expect(views.list.value).toEqual([
      { name: 'Other', query: 'q=3' },
      { name: 'Low', query: 'q=2' },
    ]);
    await views.remove('Low');
    expect(kept.value).toEqual({ views: [{ name: 'Other', query: 'q=3' }] });
  });

  it.each([null, 'x', { views: 'x' }, { views: [{ name: 1 }, null] }])(
    'are none for the stored value %j',
    async (value) => {
      const { views } = keeping(value);
      await views.load();
      expect(views.list.value).toEqual([]);
    },
  );

  it('stay as they were where the gateway does not store a change', async () => {
    const { kept, views } = keeping({ views: [{ name: 'Low', query: 'q=1' }] });
    await views.load();
    kept.isFailing = true;
    await expect(views.remove('Low')).rejects.toThrow('away');
    expect(views.list.value).toHaveLength(1);
  });
});
