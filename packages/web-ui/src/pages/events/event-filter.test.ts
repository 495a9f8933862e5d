import { describe, expect, it } from 'vitest';
import { type EventFilter, predicateOf } from './event-filter.js';
import { createItemMaker } from './event-rows.js';

const NOTHING: EventFilter = { text: '', kinds: [], central: '', interfaceId: '', device: '' };
const item = createItemMaker(() => 'home-HmIP-RF').of({
  seq: 4711,
  kind: 'change',
  topic: 'device.0001D3C99C0001.channels.1.data_points.ACTUAL_TEMPERATURE',
  type: 'datapoint.value_changed',
  ts: '2026-01-01T00:00:00.123456789Z',
  payload: { central: 'home', device_address: '0001D3C99C0001', value: 21.5, state: { level: 1, name: 'Küche <b>' } },
});
const holds = (change: Partial<EventFilter>) => predicateOf({ ...NOTHING, ...change })(item);

describe('the filter of events', () => {
  it.each([
    '',
    'ACTUAL_TEMP',
    'actual 4711',
    '"küche <b>"',
    'value>21',
    'payload.value<=21.5',
    'payload.state.level=1',
    'topic:temperature',
    'type=datapoint.value_changed',
    'value!=22',
    'missing!=1',
    '-humidity',
    '-value>22',
  ])('%s lets it through', (text) => expect(holds({ text })).toBe(true));

  it.each([
    'humidity',
    'actual humidity',
    'value>21.5',
    'value>abc',
    'topic>1',
    'missing=1',
    'payload.value.deeper=1',
    '-temperature',
    '-value>21',
    '"actual  temperature"',
    '-',
  ])('%s keeps it out', (text) => expect(holds({ text })).toBe(false));

  it('asks for kind, CCU, interface and device', () => {
    expect(holds({ kinds: ['change'], central: 'home', interfaceId: 'home-HmIP-RF', device: '0001d3c99c0001' })).toBe(
      true,
    );
    expect(
      [{ kinds: ['refresh'] } as const, { central: 'garage' }, { interfaceId: 'x' }, { device: '0001' }].map(holds),
    ).toEqual([false, false, false, false]);
  });
});
