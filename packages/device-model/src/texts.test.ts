import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CHANGES } from '../test/changes.js';
import { connectionState, described, loaded, REMOTE, readyHouse, SMALL_HOUSE, SWITCH, value } from '../test/house.js';
import { createHouseModel, type HouseModel } from './index.js';
import { createKeptTexts } from './model/kept-texts.js';

const CHANNEL = `${SWITCH}:4`;
const TEAM = '*TEAM0001';
const LOCALES = [undefined, 'de'] as const;
const INCLUDES = [[], ['channels'], ['channels', 'data_points']] as const;
const POSITION = { seq: 7, epoch: 'e"1' };

const read = (bytes: string | Uint8Array) => Buffer.from(bytes).toString();
const joined = (pieces: Iterable<string | Uint8Array>) => [...pieces].map(read).join('');

/** A snapshot as its texts have it: with its position, and in their order. */
function orderedSnapshot(house: HouseModel, options: Parameters<HouseModel['snapshot']>[0]) {
  const { generated_at, not_read, device_channels, ...rest } = house.snapshot(options);
  return { generated_at, ...POSITION, not_read, ...(device_channels && { device_channels }), ...rest };
}

/** Every text of a model beside the JSON of the same data made anew. */
function expectTextsFresh(house: HouseModel): void {
  for (const locale of LOCALES) {
    const scope = locale === undefined ? {} : { locale };
    const addresses = [...house.devices().map(({ address }) => address), 'GONE'];
    for (const address of addresses) {
      const device = house.device(address, scope);
      const text = house.texts.device(address, scope);
      expect(text.ok && read(text.value)).toBe(device.ok && JSON.stringify(device.value));
      const channels = house.channels(address, scope);
      const channelsText = house.texts.channels(address, scope);
      expect(channelsText.ok && read(channelsText.value)).toBe(channels.ok && JSON.stringify(channels.value));
      for (const { number } of channels.ok ? channels.value : []) {
        const at = { ...scope, address, channel: number };
        const points = house.dataPoints(at);
        const pointsText = house.texts.dataPoints(at);
        expect(pointsText.ok && pointsText.value).toBe(points.ok && JSON.stringify(points.value));
      }
    }
    for (const [offset, limit] of [
      [0, undefined],
      [1, 1],
      [2, 5],
      [99, 1],
    ] as const) {
      const list = { ...scope, offset, ...(limit === undefined ? {} : { limit }) };
      for (const _ of ['made', 'kept'])
        expect(joined(house.texts.devices(list))).toBe(JSON.stringify(house.devices(list)));
      expect(house.texts.hasDevices(list)).toBe(true);
    }
    for (const include of INCLUDES) {
      for (const more of [{}, { central: 'ccu1' }, { central: 'none' }, { devices: [SWITCH, 'GONE', TEAM] }]) {
        const options = { ...scope, ...more, include };
        expect(joined(house.texts.snapshot({ ...options, ...POSITION }))).toBe(
          JSON.stringify(orderedSnapshot(house, options)),
        );
      }
    }
  }
}

const team = {
  address: TEAM,
  type: 'HmIP-SWSD-Team',
  channels: [{ type: 'SMOKE_TEAM', more: { TEAM_CHANNELS: [CHANNEL, `${REMOTE}:1`] } }],
};

const names = (name: string) =>
  ({
    type: 'names_loaded',
    central: 'ccu1',
    at: 1,
    names: [
      { address: SWITCH, name, iseId: 12 },
      { address: CHANNEL, name: `${name} 4` },
    ],
    rooms: [{ name: `Room ${name}`, channelAddresses: [CHANNEL] }],
    functions: [{ name: 'funcLight', channelAddresses: [CHANNEL, `${REMOTE}:1`] }],
  }) as const;

type Step = (house: HouseModel) => unknown;
const oneValue = fc
  .tuple(
    fc.constantFrom(
      [`${SWITCH}:0`, 'UNREACH'],
      [`${SWITCH}:0`, 'RSSI_DEVICE'],
      [`${SWITCH}:0`, 'LOW_BAT'],
      [CHANNEL, 'STATE'],
      [`${REMOTE}:0`, 'UNREACH'],
      [`${REMOTE}:1`, 'PRESS_SHORT'],
    ),
    fc.oneof(fc.boolean(), fc.integer({ min: -90, max: 60 })),
    fc.nat(100_000),
  )
  .map(
    ([[address = '', name = ''], wire, at]): Step =>
      (house) =>
        house.apply(value(address, name, wire, { at })),
  );
const change = fc.oneof(
  { arbitrary: oneValue, weight: 6 },
  {
    arbitrary: fc.string({ maxLength: 6, unit: 'grapheme' }).map(
      (name): Step =>
        (house) =>
          house.apply(names(name)),
    ),
    weight: 2,
  },
  fc.constantFrom('connected', 'suspect', 'disconnected').map(
    (state): Step =>
      (house) =>
        house.apply(connectionState(state as 'connected')),
  ),
  fc.subarray([...SMALL_HOUSE, team]).map(
    (specs): Step =>
      (house) =>
        house.apply(described(specs)),
  ),
  fc.constantFrom(SWITCH, REMOTE, TEAM).map(
    (address): Step =>
      (house) =>
        house.apply({
          type: 'devices_removed',
          central: 'ccu1',
          interfaceName: 'HmIP-RF',
          at: 1,
          addresses: [address],
        }),
  ),
  fc.boolean().map(
    (state): Step =>
      (house) =>
        house.apply(
          loaded([
            [CHANNEL, 'STATE', state],
            [`${SWITCH}:0`, 'UNREACH', state],
          ]),
        ),
  ),
  fc.boolean().map(
    (state): Step =>
      (house) => {
        const end = house.markPending({ central: 'ccu1', channelAddress: CHANNEL, parameter: 'STATE', value: state });
        expectTextsFresh(house);
        return end();
      },
  ),
  fc.constantFrom(...Object.values(CHANGES)),
);

describe('texts of a model', () => {
  it('equal the JSON made anew after any change, however the changes and the readings are mixed', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(change, fc.boolean(), fc.nat(5_000)), { maxLength: 12 }), (steps) => {
        let now = 1_700_000_000_000;
        const { house } = readyHouse({ now: () => now });
        house.apply(described([...SMALL_HOUSE, team]));
        expectTextsFresh(house);
        for (const [step, isRead, ms] of steps) {
          step(house);
          now += ms;
          if (isRead) expectTextsFresh(house);
        }
        expectTextsFresh(house);
      }),
      { numRuns: 25 },
    );
  });

  it('leave out the members that a snapshot omits', () => {
    const { house } = readyHouse();
    house.apply(value(CHANNEL, 'STATE', true));
    const options = { include: ['data_points'], omit: ['translated_name', 'ui_hint', 'last_seen_at'] } as const;
    const fresh = JSON.stringify(orderedSnapshot(house, options));
    expect(joined(house.texts.snapshot({ ...options, ...POSITION }))).toBe(fresh);
    expect(fresh).not.toContain('"translated_name"');
    expectTextsFresh(house);
  });

  it('of a device are the same bytes until one of its values changes, and stay when another device changes', () => {
    const { house } = readyHouse();
    const bytes = (address: string) => {
      const text = house.texts.device(address);
      return text.ok ? text.value.buffer : undefined;
    };
    const [one, other] = [bytes(SWITCH), bytes(REMOTE)];
    expect(bytes(SWITCH)).toBe(one);
    house.apply(value(`${SWITCH}:0`, 'RSSI_DEVICE', -60));
    expect(bytes(SWITCH)).not.toBe(one);
    expect(bytes(REMOTE)).toBe(other);
    house.setLocale('de');
    expect(bytes(REMOTE)).not.toBe(other);
  });

  it('of an empty model are those of an empty installation', () => {
    expectTextsFresh(createHouseModel({ now: () => 1 }));
  });
});

describe('kept texts', () => {
  it('never take more bytes than their bound, and count each text once', () => {
    const owners = Array.from({ length: 8 }, () => ({}));
    const form = fc.constantFrom('summary de', 'summary en', 'detail en', 'channels de');
    const use = fc.tuple(fc.constantFrom(...owners), form, fc.string({ maxLength: 900 }), fc.nat(9));
    fc.assert(
      fc.property(fc.array(use, { maxLength: 200 }), (uses) => {
        const kept = createKeptTexts(4_000);
        for (const [owner, of, text, chance] of uses) {
          if (chance === 0) kept.drop(owner as never);
          else {
            const known = kept.text(owner, of as 'summary de', () => text);
            expect(kept.bytes()).toBeLessThanOrEqual(4_000);
            // A second reading is the same text, unless it alone exceeds the bound.
            if (known.byteLength < 3_000) expect(kept.text(owner, of as 'summary de', () => 'another')).toBe(known);
          }
        }
        for (const owner of owners) kept.drop(owner as never);
        expect(kept.bytes()).toBe(0);
      }),
    );
  });
});
