import type { CcuEvent } from '@ccu-gateway/ccu-client';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { connectionState, described, NOON, REMOTE, readyHouse, SMALL_HOUSE, SWITCH } from '../test/house.js';

const junk = fc.oneof(
  fc.string({ maxLength: 8 }),
  fc.double(),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.constantFrom('__proto__', 'constructor', ''),
  fc.array(fc.integer(), { maxLength: 3 }),
  fc.dictionary(fc.string({ maxLength: 4 }), fc.integer(), { maxKeys: 3 }),
);

const addresses = fc.constantFrom(
  SWITCH,
  REMOTE,
  `${SWITCH}:4`,
  `${SWITCH}:1`,
  `${REMOTE}:0`,
  '',
  ':',
  'x:y',
  '__proto__',
  `${SWITCH}:999`,
);
const parameters = fc.constantFrom('STATE', 'PRESS_SHORT', 'UNREACH', 'POWER', '__proto__', '', 'toString');

const descriptions = fc.array(
  fc.oneof(
    junk,
    fc.record({ ADDRESS: fc.oneof(addresses, junk), TYPE: fc.oneof(fc.constant('HmIP-BSM'), junk) }),
    fc.dictionary(
      fc.constantFrom('ADDRESS', 'TYPE', 'CHILDREN', 'PARAMSETS', 'FIRMWARE', 'RX_MODE', 'DIRECTION'),
      junk,
    ),
  ),
  { maxLength: 5 },
);

const paramsets = fc.dictionary(
  addresses,
  fc.dictionary(
    fc.constantFrom('VALUES', 'MASTER'),
    fc.oneof(
      junk,
      fc.dictionary(
        parameters,
        fc.oneof(
          junk,
          fc.dictionary(fc.constantFrom('TYPE', 'OPERATIONS', 'MIN', 'MAX', 'VALUE_LIST', 'SPECIAL', 'FLAGS'), junk),
        ),
      ),
    ),
  ),
);

const from = { central: 'ccu1', interfaceName: 'HmIP-RF', at: NOON } as const;

const events = fc.oneof(
  fc
    .record({ channelAddress: addresses, parameter: parameters, value: junk })
    .map((body) => ({ ...from, type: 'value', ...body })),
  fc
    .array(fc.record({ channelAddress: addresses, parameter: parameters, value: junk }), { maxLength: 4 })
    .map((values) => ({ ...from, type: 'values_loaded', values })),
  fc
    .record({
      devices: descriptions,
      paramsets,
      complete: fc.boolean(),
      source: fc.constantFrom('NEW', 'CACHE', 'REFRESH'),
    })
    .map((body) => ({ ...from, type: 'devices_described', ...body })),
  fc
    .array(fc.oneof(addresses, junk), { maxLength: 3 })
    .map((list) => ({ ...from, type: 'devices_removed', addresses: list })),
  fc
    .constantFrom('connected', 'disconnected', 'booting', 'loading', 'suspect', 'stopped')
    .map((state) => connectionState(state as 'connected')),
  fc
    .record({ channelAddress: addresses, parameter: parameters, reason: fc.constant('timeout') })
    .map((body) => ({ ...from, type: 'write_rolled_back', paramsetKey: 'VALUES', ...body })),
);

describe('arbitrary input of a CCU', () => {
  it('never throws, and leaves a model that can be shown', () => {
    fc.assert(
      fc.property(fc.array(events, { maxLength: 12 }), (stream) => {
        const { house } = readyHouse();
        for (const event of stream) {
          // Events that no CCU may send: the types forbid them, and that is the point.
          for (const published of house.apply(event as unknown as CcuEvent)) {
            expect(published.topic).not.toContain('undefined');
            expect(() => JSON.stringify(published.payload)).not.toThrow();
          }
        }
        expect(() => JSON.stringify(house.snapshot({ include: ['data_points'] }))).not.toThrow();
        expect(() => [...house.snapshotLines({ include: ['data_points'], anonymize: true })]).not.toThrow();
        for (const device of house.devices()) {
          expect(house.device(device.address).ok).toBe(true);
          expect(house.customDataPoints(device.address).ok).toBe(true);
        }
        expect(() => house.visibility.candidates({ includeMaster: true })).not.toThrow();
        expect(() => house.schedules.list()).not.toThrow();
      }),
      { numRuns: 150 },
    );
  });

  it('a model that received rubbish is whole again after the next proper list', () => {
    fc.assert(
      fc.property(fc.array(events, { maxLength: 6 }), (stream) => {
        const { house } = readyHouse();
        for (const event of stream) house.apply(event as unknown as CcuEvent);
        house.apply(described(SMALL_HOUSE, { source: 'REFRESH' }));
        house.apply(connectionState('connected'));
        expect(
          house
            .devices()
            .map((device) => device.address)
            .sort(),
        ).toEqual([SWITCH, REMOTE].sort());
        expect(house.device(SWITCH)).toMatchObject({ value: { channels_count: 8 } });
        expect(house.validateWrite({ address: SWITCH, channel: 4, parameter: 'STATE', value: true })).toMatchObject({
          ok: true,
        });
      }),
      { numRuns: 100 },
    );
  });
});

describe('an arbitrary request of a client', () => {
  it('is answered with a value, never with an exception, and changes nothing when it is refused', () => {
    const { house } = readyHouse();
    const before = JSON.stringify(house.snapshot({ include: ['data_points'] }));
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), fc.integer(), fc.anything(), (text, channel, value) => {
        const answers = [
          house.device(text),
          house.channel({ address: text, channel }),
          house.dataPoint({ address: SWITCH, channel, parameter: text }),
          house.resolve(text),
          house.customDataPoint(SWITCH, text),
          house.planOperation({ address: SWITCH, name: 'STATE', operation: text, params: value }),
          house.planOperation({ address: SWITCH, name: 'STATE', operation: 'turn_on', params: value }),
          house.validateParamset({ address: text, key: 'MASTER', values: value }),
          house.schedules.plan({ address: text }, {}, value),
          house.links.plan({ sender: text, receiver: `${SWITCH}:4` }),
          house.planImport({ address: SWITCH, channel: 4 }, value),
          house.validateSysvar(text, value),
        ];
        for (const answer of answers) if (!answer.ok) expect(answer.message.length).toBeGreaterThan(0);
        house.visibility.set('ccu1', [text], { at: NOON });
        house.visibility.set('ccu1', [], { at: NOON });
      }),
      { numRuns: 300 },
    );
    expect(JSON.stringify(house.snapshot({ include: ['data_points'] }))).toBe(before);
  });
});
