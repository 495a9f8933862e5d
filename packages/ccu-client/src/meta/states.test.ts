import { describe, expect, it } from 'vitest';
import { createMetadataSource } from './source.js';
import { readStatePage } from './states.js';

const entry = (more: object = {}) => ({
  interface: 'HmIP-RF',
  address: 'A:1',
  datapoint: 'STATE',
  value: true,
  lc: '2026-01-01T12:00:00.5Z',
  confirmed: true,
  ...more,
});

describe('a page of the values that a CCU without a logic layer remembers', () => {
  it('is believed entry by entry', () => {
    const entries = [
      entry(),
      entry({ datapoint: 'LEVEL', value: 1, lc: 'yesterday' }),
      entry({ interface: 'BidCos-RF' }),
      entry({ value: { nested: 1 } }),
      entry({ address: 5 }),
      null,
      'text',
    ];
    expect(readStatePage({ entries, next: 'HmIP-RF|A:1' }, 'HmIP-RF')).toEqual({
      states: [
        { address: 'A:1', parameter: 'STATE', value: true, changedAt: Date.UTC(2026, 0, 1, 12, 0, 0, 500) },
        { address: 'A:1', parameter: 'LEVEL', value: 1, changedAt: 0 },
      ],
      next: 'HmIP-RF|A:1',
    });
  });

  it('has no value from before the start of the CCU without a later report, and none that is null', () => {
    const entries = [
      entry({ confirmed: false, source: 'restored' }),
      entry({ confirmed: undefined }),
      entry({ value: null }),
    ];
    const unknown = { address: 'A:1', parameter: 'STATE', value: undefined, changedAt: 0 };
    expect(readStatePage({ entries }, 'HmIP-RF')).toEqual({ states: [unknown, unknown, unknown], next: undefined });
  });

  it.each([undefined, 'x', [], { entries: {} }])('is refused where it is invalid: %j', (document) => {
    expect(() => readStatePage(document, 'HmIP-RF')).toThrow(expect.objectContaining({ code: 'protocol' }));
  });
});

describe('the values of such a CCU', () => {
  function source(capabilities: object | undefined, pages: readonly object[]) {
    const asked: string[] = [];
    const made = createMetadataSource({
      http: {
        async exchange({ path }) {
          asked.push(path ?? '');
          const answer =
            path === '/api/meta/v1/version'
              ? { api: 'meta', ...(capabilities === undefined ? {} : { capabilities }) }
              : (pages[Math.min(asked.length - 2, pages.length - 1)] ?? {});
          return {
            status: 200,
            headers: {},
            contentType: 'application/json',
            body: Buffer.from(JSON.stringify(answer)),
          };
        },
      },
      credentials: { username: 'u', password: 'olt_0123456789' },
      now: () => 0,
      timeoutMs: 1_000,
    });
    return { made, asked };
  }

  it('are read page by page', async () => {
    const { made, asked } = source({ state: true }, [
      { entries: [entry()], next: 'a b' },
      { entries: [entry({ address: 'B:1' })] },
    ]);
    await made.look();
    expect((await made.states('HmIP-RF'))?.map(({ address }) => address)).toEqual(['A:1', 'B:1']);
    expect(asked.slice(1)).toEqual([
      '/api/rpc/v1/state?interface=HmIP-RF&limit=5000',
      '/api/rpc/v1/state?interface=HmIP-RF&limit=5000&after=a%20b',
    ]);
  });

  it('end, also where every page names a next one', async () => {
    const { made, asked } = source({ state: true }, [{ entries: [], next: 'x' }]);
    await made.look();
    expect(await made.states('HmIP-RF')).toEqual([]);
    expect(asked.length).toBeLessThan(200);
  });

  it.each([undefined, {}, { state: false }])('are not asked for where it keeps none: %j', async (capabilities) => {
    const { made, asked } = source(capabilities, []);
    await made.look();
    expect(await made.states('HmIP-RF')).toBeUndefined();
    expect(asked).toEqual(['/api/meta/v1/version']);
  });
});
