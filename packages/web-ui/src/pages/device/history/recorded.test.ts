import { describe, expect, it } from 'vitest';
import type { Drawable } from './choice.js';
import { readRecorded } from './recorded.js';

const NOW = Date.parse('2026-11-22T12:00:00Z');

const drawables = (count: number): readonly Drawable[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `1.P${index}`,
    place: `DEV:1:P${index}`,
    key: `home/DEV/1/P${index}`,
    label: `P${index}`,
    unit: '',
    rank: undefined,
  }));

interface Asked {
  readonly points: string;
  readonly from: string;
}

/** A gateway that records what the test says. */
function historyOf(
  retention: { readonly enabled: boolean; readonly oldest_at?: string },
  seriesOf: (place: string, asked: Asked) => object,
) {
  const asked: Asked[] = [];
  const call = async (_: string, { query }: { readonly query: Asked }) => {
    asked.push(query);
    return { retention, series: query.points.split(',').map((place) => seriesOf(place, query)) };
  };
  return { asked, services: { gateway: { call } as never, now: () => NOW } };
}

const nothing = { recorded: false, at: [] };

describe('the list of values with a history', () => {
  it('has recorded values, and those with an older one', async () => {
    const { services, asked } = historyOf({ enabled: true }, (place) =>
      place.endsWith('P0')
        ? { ...nothing, recorded: true }
        : place.endsWith('P1')
          ? { ...nothing, before: 7 }
          : nothing,
    );
    const found = await readRecorded(services, drawables(3), 'home');
    expect([found.enabled, found.drawables.map(({ id }) => id)]).toEqual([true, ['1.P0', '1.P1']]);
    expect(asked).toEqual([
      expect.objectContaining({ central: 'home', from: '2026-11-22T11:59:59.000Z', max_points: 1 }),
    ]);
  });

  it('is asked for a hundred at a time, and put together in order', async () => {
    const { services, asked } = historyOf({ enabled: true }, () => ({ ...nothing, recorded: true }));
    const all = drawables(250);
    expect((await readRecorded(services, all, 'home')).drawables).toEqual(all);
    expect(asked.map(({ points }) => points.split(',').length)).toEqual([100, 100, 50]);
  });

  it('searches far back only where recording is off and older values exist', async () => {
    const older = historyOf({ enabled: false, oldest_at: '2026-11-01T00:00:00Z' }, (_, { from }) =>
      Date.parse(from) < NOW - 3_600_000 ? { ...nothing, at: [1] } : nothing,
    );
    expect((await readRecorded(older.services, drawables(1), 'home')).drawables).toHaveLength(1);
    expect(older.asked.map(({ from }) => from)).toEqual(['2026-11-22T11:59:59.000Z', '2026-10-23T12:00:00.000Z']);
    const off = historyOf({ enabled: false }, () => nothing);
    expect(await readRecorded(off.services, drawables(1), 'home')).toMatchObject({ enabled: false, drawables: [] });
    expect(off.asked).toHaveLength(1);
  });

  it('is empty for a device without values that could have one, and sends no request', async () => {
    const { services, asked } = historyOf({ enabled: true }, () => nothing);
    expect((await readRecorded(services, [], 'home')).drawables).toEqual([]);
    expect(asked).toEqual([]);
  });
});
