import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contractSchemas, hasContract } from '../../test/contract.js';
import { NOON, parameter, readyHouse, SMALL_HOUSE, SWITCH } from '../../test/house.js';
import { anyOf, parsePattern } from '../model/pattern.js';
import { readDescriptor } from '../values/descriptor.js';
import { plainUsage } from './hidden.js';

describe('a pattern', () => {
  const hits = (
    text: string,
    model = 'HmIP-BSM',
    channel = 4,
    parameterName = 'ON_TIME',
    paramset: 'VALUES' | 'MASTER' = 'VALUES',
  ) => {
    const pattern = parsePattern(text);
    if (typeof pattern === 'string') throw new Error(pattern);
    return anyOf([pattern])({ parameter: parameterName, paramset, model, channel });
  };

  it.each([
    'ON_TIME',
    'on_time',
    'ON_*',
    'ON_TIME:VALUES@HmIP-BSM:4',
    'ON_TIME:VALUES@hmip-bs:all',
    'ON_TIME:VALUES@*:*',
    'HmIP-BSM:4:ON_TIME',
    'HmIP-B*:*:ON_TIME',
    '*:*:ON_*',
    '*BSM:4:*TIME',
  ])('like %s finds its parameter', (text) => {
    expect(hits(text)).toBe(true);
  });

  it.each([
    'OFF_TIME',
    'ON_TIME:MASTER@HmIP-BSM:4',
    'ON_TIME:VALUES@HmIP-BSM:5',
    'ON_TIME:VALUES@HmIP-PS:4',
    'HmIP-P*:*:ON_TIME',
    '*:*:ON_*_X',
    '*BSL:4:ON_TIME',
  ])('like %s does not', (text) => {
    expect(hits(text)).toBe(false);
  });

  it('among many finds what it finds alone', () => {
    const name = fc.constantFrom('ON_TIME', 'OFF_TIME', 'RAMP_TIME');
    const paramset = fc.constantFrom('VALUES', 'MASTER');
    const model = fc.constantFrom('HmIP-BSM', 'HmIP-BSL', 'HM-LC-Sw1');
    const channel = fc.integer({ min: 3, max: 5 });
    const line = fc
      .tuple(
        fc.oneof(name, fc.constantFrom('ON_*', '*_TIME', '*')),
        paramset,
        fc.oneof(model, fc.constantFrom('HmIP', 'HmIP-*', 'all')),
        fc.oneof(channel.map(String), fc.constant('all')),
      )
      .map(([parameterName, key, type, number]) => `${parameterName}:${key}@${type}:${number}`);
    const candidates = fc.record({ parameter: name, paramset, model, channel });
    fc.assert(
      fc.property(fc.array(line, { maxLength: 8 }), candidates, (lines, candidate) => {
        const patterns = lines.map(parsePattern).filter((each) => typeof each !== 'string');
        expect(patterns).toHaveLength(lines.length);
        const alone = patterns.some((pattern) => anyOf([pattern])(candidate));
        expect(anyOf(patterns)(candidate)).toBe(alone);
      }),
    );
  });

  it.each(['a:b', 'X:OTHER@M:1', 'X:VALUES@M:one', '!', 'x'.repeat(300)])('like %s is no pattern', (text) => {
    expect(typeof parsePattern(text)).toBe('string');
  });
});

describe('an input that can be several things', () => {
  const MODES = ['INACTIVE', 'KEY_BEHAVIOR', 'SWITCH_BEHAVIOR', 'BINARY_BEHAVIOR'];
  const input = () =>
    readyHouse({
      specs: [
        {
          address: SWITCH,
          type: 'HmIPW-DRI32',
          channels: [
            { type: 'MAINTENANCE' },
            {
              type: 'MULTI_MODE_INPUT_TRANSMITTER',
              values: { PRESS_SHORT: parameter('ACTION', 4), STATE: parameter('BOOL', 5) },
              master: {
                CHANNEL_OPERATION_MODE: parameter('ENUM', 3, { VALUE_LIST: MODES, DEFAULT: 'KEY_BEHAVIOR' }),
              },
            },
          ],
        },
      ],
    }).house;

  it('offers the configured function, and the one as delivered until that is known', () => {
    const house = input();
    const offered = () => {
      const points = house.dataPoints({ address: SWITCH, channel: 1 });
      const groups = house.eventGroups({ address: SWITCH, channel: 1 });
      return {
        usage: points.ok && Object.fromEntries(points.value.map((point) => [point.parameter, point.usage])),
        keys: groups.ok && groups.value.length,
      };
    };
    const configure = (mode: number) =>
      house.applyConfiguration({ address: `${SWITCH}:1`, values: { CHANNEL_OPERATION_MODE: mode }, at: NOON });
    expect(offered()).toEqual({ usage: { PRESS_SHORT: 'event', STATE: 'no_create' }, keys: 1 });
    expect(configure(1)).toEqual([]);
    expect(configure(3)).toMatchObject([{ type: 'device.metadata_changed' }]);
    expect(offered()).toEqual({ usage: { PRESS_SHORT: 'no_create', STATE: 'data_point' }, keys: 0 });
    expect(configure(0)).toMatchObject([{ type: 'device.metadata_changed' }]);
    expect(offered()).toEqual({ usage: { PRESS_SHORT: 'no_create', STATE: 'no_create' }, keys: 0 });
    expect(house.visibility.candidates().groups.find((group) => group.parameter === 'STATE')).toMatchObject({
      reason: 'operation_mode',
    });
    house.visibility.set('ccu1', ['STATE:VALUES@HmIPW-DRI32:1'], { at: NOON });
    expect(offered().usage).toMatchObject({ STATE: 'data_point' });
  });
});

describe('un-ignoring', () => {
  const usage = (house: ReturnType<typeof readyHouse>['house'], name: string, channel = 4) => {
    const point = house.dataPoint({ address: SWITCH, channel, parameter: name });
    return point.ok ? point.value.usage : undefined;
  };

  it('is effective at once, is announced, and can be taken back', () => {
    const { house } = readyHouse();
    expect(usage(house, 'ON_TIME')).toBe('no_create');
    const set = house.visibility.set('ccu1', ['ON_TIME:VALUES@HmIP-BSM:4', 'broken:'], { at: NOON, by: 'anna' });
    expect(set).toMatchObject({
      value: {
        result: { applied_count: 1, affected_devices: 1, parse_errors: [expect.stringContaining('broken:')] },
        events: [{ type: 'device.metadata_changed', payload: { device_address: SWITCH } }],
      },
    });
    expect(usage(house, 'ON_TIME')).toBe('data_point');
    expect(usage(house, 'ON_TIME', 5)).toBe('no_create');
    expect(house.visibility.list()).toEqual([
      {
        central_name: 'ccu1',
        patterns: [
          { pattern: 'ON_TIME:VALUES@HmIP-BSM:4', updated_at: '2026-01-01T12:00:00.000Z', updated_by: 'anna' },
        ],
      },
    ]);
    house.visibility.set('ccu1', [], { at: NOON });
    expect(usage(house, 'ON_TIME')).toBe('no_create');
    expect(house.visibility.set('ccu9', [], { at: NOON })).toMatchObject({ what: 'central' });
  });

  it('lists the parameters that could be brought back, by parameter and model', () => {
    const { house } = readyHouse();
    const found = house.visibility.candidates({ locale: 'de' });
    expect(found.candidates).toContain('ON_TIME:VALUES@HmIP-BSM:4');
    expect(found.groups.find((group) => group.parameter === 'UNREACH')).toMatchObject({
      paramset: 'VALUES',
      reason: 'hidden',
      label: 'Nicht erreichbar',
      simple_pattern: 'UNREACH',
      device_count: 2,
      channel_count: 2,
    });
    house.visibility.set('ccu1', ['UNREACH'], { at: NOON });
    expect(house.visibility.candidates().groups.some((group) => group.parameter === 'UNREACH')).toBe(false);
    if (hasContract) {
      const schema = contractSchemas();
      expect(schema('UnIgnoreCandidateList')(found)).toEqual([]);
      expect(house.visibility.list().flatMap((each) => each.patterns.flatMap(schema('UnIgnoreEntry')))).toEqual([]);
    }
  });

  it('of configuration makes data points of it that are read, not written', () => {
    const [first] = SMALL_HOUSE;
    if (first === undefined) throw new Error('the small house is empty');
    const specs = [
      {
        ...first,
        channels: [
          { type: 'MAINTENANCE', master: { LOW_BAT_LIMIT: parameter('FLOAT', 3) } },
          ...first.channels.slice(1),
        ],
      },
    ];
    const { house } = readyHouse({ specs });
    const at = { address: SWITCH, channel: 0, parameter: 'LOW_BAT_LIMIT' };
    expect(house.visibility.candidates({ includeMaster: true }).candidates).toContain(
      'LOW_BAT_LIMIT:MASTER@HmIP-BSM:0',
    );
    house.visibility.set('ccu1', ['LOW_BAT_LIMIT:MASTER@HmIP-BSM:0'], { at: NOON });
    expect(house.dataPoint(at)).toMatchObject({
      value: { observed: false, usage: 'data_point', operations: { write: false } },
    });
    expect(
      house.applyConfiguration({ address: `${SWITCH}:0`, values: { LOW_BAT_LIMIT: 2.2 }, at: NOON }),
    ).toMatchObject([
      { type: 'datapoint.value_changed', kind: 'initial', payload: { paramset_key: 'MASTER', value: 2.2 } },
    ]);
    expect(house.dataPoint(at)).toMatchObject({ value: { value: 2.2 } });
    expect(house.validateWrite({ ...at, value: 2 })).toMatchObject({ code: 'validation' });
    house.visibility.set('ccu1', [], { at: NOON });
    expect(house.dataPoint(at)).toMatchObject({ code: 'not_found' });
  });
});

describe('a parameter that a device describes without having it', () => {
  it.each([
    ['HmIP-BSM', 'OPERATING_VOLTAGE', 'ignored'],
    ['HmIP-eTRV-2', 'OPERATING_VOLTAGE', 'data_point'],
    ['HmIP-BWTH', 'LOW_BAT', 'ignored'],
    ['HmIP-PCBS', 'LOW_BAT', 'ignored'],
    ['HmIP-PCBS-BAT', 'LOW_BAT', 'data_point'],
    ['HM-LC-Sw1-FM', 'LOWBAT', 'ignored'],
    ['HM-LC-Sw4-Ba-PCB', 'LOWBAT', 'data_point'],
  ] as const)('on %s as %s is %s', (model, name, usage) => {
    const descriptor = readDescriptor(parameter(name === 'OPERATING_VOLTAGE' ? 'FLOAT' : 'BOOL', 5));
    if (descriptor === undefined) throw new Error('not read');
    expect(plainUsage(name, descriptor, model)).toBe(usage);
  });
});
