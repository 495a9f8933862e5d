import { factsOf } from '@ccu-gateway/ccu-client/interfaces';
import { describe, expect, it } from 'vitest';
import {
  connectionState,
  described,
  loaded,
  NOON,
  parameter,
  REMOTE,
  readyHouse,
  SMALL_HOUSE,
  SWITCH,
  typesOf,
  value,
} from '../test/house.js';
import { createHouseModel } from './index.js';
import type { ModelEvent } from './requests/events.js';

const parameterOf = ({ payload }: ModelEvent) => ('parameter' in payload ? payload.parameter : undefined);

const stateOf = (house: ReturnType<typeof createHouseModel>, channel = 4) => {
  const found = house.dataPoint({ address: SWITCH, channel, parameter: 'STATE' });
  if (!found.ok) throw new Error(found.message);
  return found.value;
};

describe('a value from a CCU', () => {
  it('is published with the topic, the ids and the time it came at', () => {
    const { house } = readyHouse();
    expect(house.apply(value(`${SWITCH}:4`, 'STATE', true))[0]).toEqual({
      topic: `device.${SWITCH}.channels.4.data_points.STATE`,
      type: 'datapoint.value_changed',
      kind: 'initial',
      key: `ccu1/device.${SWITCH}.channels.4.data_points.STATE`,
      payload: {
        central: 'ccu1',
        interface: 'HmIP-RF',
        device_address: SWITCH,
        channel: 4,
        parameter: 'STATE',
        paramset_key: 'VALUES',
        unique_id: 'ccu_0001d3c99c0001_4_state',
        value: true,
        available: true,
        modified_at: '2026-01-01T12:00:00.000Z',
      },
    });
  });

  it('is a change with the value before when it differs, and nothing when it does not', () => {
    const { house } = readyHouse();
    house.apply(value(`${SWITCH}:4`, 'STATE', true));
    const [change] = house.apply(value(`${SWITCH}:4`, 'STATE', false));
    expect(change).toMatchObject({ kind: 'change', payload: { value: false, previous: true } });
    expect(house.apply(value(`${SWITCH}:4`, 'STATE', false, { at: NOON + 1000 }))).toEqual([]);
    expect(stateOf(house)).toMatchObject({
      value: false,
      modified_at: '2026-01-01T12:00:00.000Z',
      last_seen_at: '2026-01-01T12:00:01.000Z',
      value_age_seconds: 4,
      source: 'live',
    });
  });

  it('is read in the type of its description, for any form on the wire', () => {
    const { house } = readyHouse();
    house.apply(value(`${SWITCH}:4`, 'STATE', 'true'));
    house.apply(value(`${SWITCH}:7`, 'POWER', '21,5'));
    expect(stateOf(house).value).toBe(true);
    expect(house.dataPoint({ address: SWITCH, channel: 7, parameter: 'POWER' })).toMatchObject({
      value: { value: 21.5 },
    });
    expect(house.apply(value(`${SWITCH}:7`, 'POWER', 'nan'))).toMatchObject([{ payload: { value: null } }]);
  });

  it('of a device, a channel or a parameter that was never described is counted and named', () => {
    const { house } = readyHouse();
    expect(house.apply(value('0001D3C99CFFFF:1', 'STATE', true))).toEqual([]);
    house.apply(value('0001D3C99CFFFF:1', 'STATE', true));
    house.apply(value(`${SWITCH}:99`, 'STATE', true));
    house.apply(value(`${SWITCH}:4`, 'NEVER_HEARD', 1));
    house.apply(value('SIM0000000', 'CONNECTED', true));
    const of = { central: 'ccu1', interfaceName: 'HmIP-RF', at: expect.any(Number) };
    expect(house.unknownThings({ central: 'ccu1' })).toEqual([
      { ...of, kind: 'device', name: '0001D3C99CFFFF', count: 2 },
      { ...of, kind: 'channel', name: `${SWITCH}:99`, count: 1 },
      { ...of, kind: 'parameter', name: `${SWITCH}:4 NEVER_HEARD`, count: 1 },
    ]);
    expect(house.unknownThings({ central: 'elsewhere' })).toEqual([]);
  });

  it('of endless unknown addresses is named up to a bound, and counted beyond it', () => {
    const { house } = readyHouse();
    for (let no = 0; no < 2_000; no += 1) house.apply(value(`UNKNOWN${no}:1`, 'STATE', true));
    const found = house.unknownThings();
    expect(found.length).toBeLessThan(260);
    expect(found.reduce((sum, { count }) => sum + count, 0)).toBe(2_000);
    expect(found[0]).toMatchObject({ name: '…', count: 2_000 - (found.length - 1) });
  });

  it('of a central or an interface that is not configured is ignored', () => {
    const { house } = readyHouse();
    expect(house.apply(value(`${SWITCH}:4`, 'STATE', true, { central: 'elsewhere' }))).toEqual([]);
    expect(house.apply(value(`${SWITCH}:4`, 'STATE', true, { interfaceName: 'BidCos-RF' }))).toEqual([]);
    expect(stateOf(house).observed).toBe(false);
  });
});

describe('a first load', () => {
  it('is announced by the readiness of the central alone', () => {
    const house = createHouseModel({ now: () => NOON });
    const events = [
      ...house.addCentral('ccu1', { host: 'ccu', interfaces: [factsOf('HmIP-RF')] }),
      ...house.apply(connectionState('loading')),
      ...house.apply(described(SMALL_HOUSE)),
      ...house.apply(loaded([[`${SWITCH}:4`, 'STATE', true]])),
      ...house.apply(connectionState('connected')),
    ];
    expect(new Set(typesOf(events))).toEqual(
      new Set([
        'central.readiness_changed',
        'central.state_changed',
        'connectivity.changed',
        'system.status_changed',
        'hub.metrics_changed',
      ]),
    );
    expect(
      events.filter((event) => event.type === 'central.readiness_changed').map((event) => event.payload.phase),
    ).toEqual(['waiting_for_ccu', 'loading_hub', 'loading_devices', 'ready']);
    expect(stateOf(house).value).toBe(true);
  });

  it('that is repeated after a reconnect publishes only the differences', () => {
    const { house } = readyHouse();
    house.apply(value(`${SWITCH}:4`, 'STATE', true));
    house.apply(value(`${SWITCH}:7`, 'POWER', 3));
    house.apply(connectionState('reregistering'));
    house.apply(described(SMALL_HOUSE, { source: 'REFRESH' }));
    const events = house.apply(
      loaded([
        [`${SWITCH}:4`, 'STATE', false],
        [`${SWITCH}:7`, 'POWER', 3],
      ]),
    );
    expect(events.map((event) => [event.type, event.kind, parameterOf(event)])).toContainEqual([
      'datapoint.value_changed',
      'change',
      'STATE',
    ]);
    expect(events.filter((event) => parameterOf(event) === 'POWER')).toEqual([]);
  });

  it('with late values is announced by the readiness all the same', () => {
    const house = createHouseModel({ now: () => NOON });
    house.addCentral('ccu1', { host: 'ccu', interfaces: [factsOf('HmIP-RF')] });
    house.apply(described(SMALL_HOUSE));
    house.apply(connectionState('connected'));
    house.apply(value(`${SWITCH}:7`, 'POWER', 1));
    const events = house.apply(
      loaded([
        [`${SWITCH}:4`, 'STATE', true],
        [`${SWITCH}:7`, 'POWER', 2],
      ]),
    );
    expect(events.map((event) => [event.type, parameterOf(event)])).toEqual([
      ['datapoint.value_changed', 'POWER'],
      ['custom_data_point.state_changed', undefined],
      ['central.readiness_changed', undefined],
    ]);
    expect(stateOf(house).value).toBe(true);
  });

  it('in batches that name no end is complete once the link is connected', () => {
    const house = createHouseModel({ now: () => NOON });
    house.addCentral('ccu1', { host: 'ccu', interfaces: [factsOf('HmIP-RF')] });
    house.apply(connectionState('loading'));
    for (const spec of SMALL_HOUSE) house.apply(described([spec], { complete: false, source: 'REFRESH' }));
    expect(house.readiness('ccu1')).toMatchObject({ phase: 'loading_devices', ready: false });
    house.apply(connectionState('connected'));
    expect(house.readiness('ccu1')).toMatchObject({ phase: 'ready', ready: true });
    expect(house.devices().length).toBe(2);
  });

  it('of one interface does not wait for another that never comes', () => {
    const house = createHouseModel({ now: () => NOON });
    house.addCentral('ccu1', { host: 'ccu', interfaces: [factsOf('HmIP-RF'), factsOf('CUxD')] });
    house.apply(described(SMALL_HOUSE));
    house.apply(loaded([[`${SWITCH}:4`, 'STATE', true]]));
    house.apply(connectionState('connected'));
    expect(house.readiness('ccu1')).toMatchObject({ ready: false, interfaces_loaded: 1, interfaces_total: 2 });
    expect(house.apply(value(`${SWITCH}:4`, 'STATE', false))[0]).toMatchObject({ kind: 'change' });
    expect(house.apply(value(`${SWITCH}:7`, 'POWER', 1))[0]).toMatchObject({ kind: 'change' });
  });
});

describe('a list of devices', () => {
  it('that is empty, from a CCU that is not itself, removes nothing', () => {
    const { house } = readyHouse();
    expect(house.apply(described([], { source: 'REFRESH' }))).toEqual([]);
    expect(house.devices().length).toBe(2);
  });

  it('that is complete removes absent devices, and publishes it', () => {
    const { house } = readyHouse();
    const events = house.apply(described(SMALL_HOUSE.slice(0, 1), { source: 'REFRESH' }));
    expect(events).toMatchObject([{ type: 'device.removed', payload: { device_address: REMOTE } }]);
    expect(house.device(REMOTE)).toMatchObject({ ok: false, code: 'not_found', what: 'device' });
  });

  it('that is not complete removes nothing', () => {
    const { house } = readyHouse();
    house.apply(described(SMALL_HOUSE.slice(0, 1), { complete: false }));
    expect(house.devices().length).toBe(2);
  });

  it('announces a device paired later, and its values as first sights', () => {
    const { house } = readyHouse({ specs: SMALL_HOUSE.slice(0, 1) });
    expect(house.apply(described(SMALL_HOUSE.slice(1), { complete: false }))).toMatchObject([
      {
        topic: `device.${REMOTE}.lifecycle`,
        type: 'device.created',
        payload: { central: 'ccu1', interface_id: 'ccu1-HmIP-RF', model: 'HmIP-WRC2', source: 'NEW' },
      },
    ]);
    expect(house.apply(loaded([[`${REMOTE}:0`, 'LOW_BAT', false]]))).toMatchObject([{ kind: 'initial' }]);
  });

  it('keeps the values of devices known before', () => {
    const { house } = readyHouse();
    house.apply(value(`${SWITCH}:4`, 'STATE', true));
    house.apply(described(SMALL_HOUSE, { source: 'REFRESH' }));
    expect(stateOf(house).value).toBe(true);
  });

  it('with rubbish in it loses only the rubbish', () => {
    const { house } = readyHouse();
    const event = described(SMALL_HOUSE, { source: 'REFRESH' });
    const rubbish = [{}, null, { ADDRESS: 7, TYPE: 'X' }, { ADDRESS: 'A:B:1', TYPE: 'X' }, { ADDRESS: `${SWITCH}:9` }];
    const broken = { [`${SWITCH}:4`]: { VALUES: { STATE: parameter('BOOL', 7), JUNK: { unknown: true }, NIL: null } } };
    house.apply({
      ...event,
      devices: [...(rubbish as unknown as typeof event.devices), ...event.devices],
      paramsets: { ...event.paramsets, ...(broken as unknown as typeof event.paramsets) },
    });
    expect(house.devices().length).toBe(2);
    expect(house.channel({ address: SWITCH, channel: 4 })).toMatchObject({ value: { data_points_count: 1 } });
  });

  it('removes devices and single channels when the CCU reports them as gone', () => {
    const { house } = readyHouse();
    const events = house.apply({
      type: 'devices_removed',
      central: 'ccu1',
      interfaceName: 'HmIP-RF',
      at: NOON,
      addresses: [`${SWITCH}:7`, REMOTE, `${REMOTE}:0`],
    });
    expect(typesOf(events)).toEqual(['device.removed']);
    expect(house.device(SWITCH)).toMatchObject({ value: { channels_count: 7 } });
  });
});

describe('a key press', () => {
  it('is an event every time, never a state', () => {
    const { house } = readyHouse();
    const press = value(`${SWITCH}:1`, 'PRESS_SHORT', true);
    expect(house.apply(press)).toMatchObject([
      {
        topic: `device.${SWITCH}.channels.1.trigger`,
        type: 'device.trigger',
        momentary: true,
        payload: {
          interface_id: 'ccu1-HmIP-RF',
          event_type: 'homematic.keypress',
          parameter: 'PRESS_SHORT',
          unique_id: 'ccu_0001d3c99c0001_1_press_short',
          value: true,
        },
      },
    ]);
    expect(typesOf(house.apply(press))).toEqual(['device.trigger']);
    const point = house.dataPoint({ address: SWITCH, channel: 1, parameter: 'PRESS_SHORT' });
    expect(point.ok && point.value).toMatchObject({ value: undefined });
    expect(house.eventGroups({ address: SWITCH, channel: 1 })).toMatchObject({
      value: [
        {
          kind: 'keypress',
          parameters: ['PRESS_LONG', 'PRESS_SHORT'],
          event_types: ['press_long', 'press_short'],
          last_triggered_event: { parameter: 'press_short', triggered_at: '2026-01-01T12:00:00.000Z' },
        },
      ],
    });
  });

  it('that is merely re-read is no press', () => {
    const { house } = readyHouse();
    expect(house.apply(loaded([[`${SWITCH}:1`, 'PRESS_SHORT', true]]))).toEqual([]);
  });
});

describe('the age of the last event', () => {
  it('is counted from the last value, not from the last change of the link', () => {
    const { house } = readyHouse();
    house.apply(value(`${SWITCH}:4`, 'STATE', true, { at: NOON + 2000 }));
    expect(house.hubMetrics()).toMatchObject([{ central: 'ccu1', last_event_age_seconds: 3 }]);
  });
});

describe('a link that is lost', () => {
  it('makes devices unavailable and values stale, and gives both back', () => {
    const { house } = readyHouse();
    house.apply(value(`${SWITCH}:4`, 'STATE', true));
    const lost = house.apply(connectionState('disconnected'));
    expect(lost.filter((event) => event.type === 'device.availability_changed').length).toBe(2);
    expect(lost).toContainEqual(
      expect.objectContaining({
        type: 'connectivity.changed',
        topic: 'hub.ccu1.connectivity.ccu1-HmIP-RF',
        payload: { central: 'ccu1', interface_id: 'ccu1-HmIP-RF', reachable: false },
      }),
    );
    expect(stateOf(house)).toMatchObject({ value: true, source: 'stale' });
    expect(house.device(SWITCH)).toMatchObject({ value: { available: false } });
    expect(house.readiness('ccu1')).toMatchObject({ ready: true });
    house.apply(connectionState('connected'));
    expect(house.device(SWITCH)).toMatchObject({ value: { available: true } });
    expect(house.devices().length).toBe(2);
  });

  it('publishes nothing about devices when the gateway itself stopped', () => {
    const { house } = readyHouse();
    const stopped = typesOf(house.apply(connectionState('stopped')));
    expect(stopped).toContain('connectivity.changed');
    expect(stopped).not.toContain('device.availability_changed');
  });

  it('does not make devices unavailable when only events stop arriving', () => {
    const { house } = readyHouse();
    expect(typesOf(house.apply(connectionState('suspect')))).not.toContain('device.availability_changed');
    expect(house.interface('ccu1-HmIP-RF')).toMatchObject({ value: { connected: false, state: 'suspect' } });
  });
});

describe('a device that the CCU cannot reach', () => {
  it('is announced as unavailable, once', () => {
    const { house } = readyHouse();
    house.apply(value(`${SWITCH}:0`, 'UNREACH', false));
    const gone = house.apply(value(`${SWITCH}:0`, 'UNREACH', true));
    expect(typesOf(gone)).toEqual(['datapoint.value_changed', 'device.availability_changed']);
    expect(gone).toMatchObject([{ payload: { available: false } }, { payload: { available: false } }]);
    expect(house.apply(value(`${SWITCH}:0`, 'UNREACH', true))).toEqual([]);
    expect(house.device(SWITCH)).toMatchObject({ value: { available: false } });
  });
});

describe('names, rooms and functions', () => {
  const names = (name: string): Parameters<ReturnType<typeof createHouseModel>['apply']>[0] => ({
    type: 'names_loaded',
    central: 'ccu1',
    at: NOON,
    names: [
      { address: SWITCH, name, iseId: 1234 },
      { address: `${SWITCH}:4`, name: `${name} Licht` },
    ],
    rooms: [
      { name: 'Küche', channelAddresses: [`${SWITCH}:4`] },
      { name: 'Leer', channelAddresses: [] },
    ],
    functions: [{ name: 'Licht', channelAddresses: [`${SWITCH}:4`] }],
  });

  it('stay with a device that the CCU did not name this time', () => {
    const { house } = readyHouse();
    house.apply(names('Küche {Süd'));
    const untold = names('x') as Extract<ReturnType<typeof names>, { type: 'names_loaded' }>;
    expect(house.apply({ ...untold, names: [] })).toEqual([]);
    expect(house.device(SWITCH)).toMatchObject({ value: { name: 'Küche {Süd', ise_id: 1234 } });
  });

  it('are shown on devices and channels, and a change of them is announced', () => {
    const { house } = readyHouse();
    expect(house.device(SWITCH)).toMatchObject({ value: { name: `HmIP-BSM ${SWITCH}` } });
    expect(house.apply(names('Küche "Süd"'))).toMatchObject([
      { type: 'device.metadata_changed', payload: { device_address: SWITCH } },
    ]);
    expect(house.device(SWITCH)).toMatchObject({
      value: { name: 'Küche "Süd"', ise_id: 1234, rooms: ['Küche'], functions: ['Licht'] },
    });
    expect(house.channel({ address: SWITCH, channel: 5 })).toMatchObject({ value: { room: 'Küche', group_no: 4 } });
    expect(house.rooms()).toEqual([
      { name: 'Küche', device_count: 1 },
      { name: 'Leer', device_count: 0 },
    ]);
    expect(house.apply(names('Küche'))).toMatchObject([
      { type: 'device.metadata_changed', payload: { device_address: SWITCH } },
    ]);
    expect(house.apply(names('Küche'))).toEqual([]);
  });

  it('that were read first are there when the device comes', () => {
    const house = createHouseModel({ now: () => NOON });
    house.addCentral('ccu1', { host: 'ccu', interfaces: [factsOf('HmIP-RF')] });
    house.apply(names('Küche'));
    house.apply(described(SMALL_HOUSE));
    expect(house.device(SWITCH)).toMatchObject({ value: { name: 'Küche', rooms: ['Küche'] } });
  });
});

describe('a write under way', () => {
  it('is marked until the CCU confirms it', () => {
    const { house } = readyHouse();
    house.apply(value(`${SWITCH}:4`, 'STATE', false));
    house.markPending({ central: 'ccu1', channelAddress: `${SWITCH}:4`, parameter: 'STATE', value: true });
    expect(stateOf(house)).toMatchObject({ value: false, pending: true });
    house.apply(value(`${SWITCH}:4`, 'STATE', true));
    expect(stateOf(house)).toMatchObject({ pending: undefined });
  });

  it('is over as well when the value is found by reading it', () => {
    const { house } = readyHouse();
    house.apply(value(`${SWITCH}:4`, 'STATE', false));
    house.markPending({ central: 'ccu1', channelAddress: `${SWITCH}:4`, parameter: 'STATE', value: true });
    house.apply(loaded([[`${SWITCH}:4`, 'STATE', false]]));
    expect(stateOf(house)).toMatchObject({ pending: true });
    house.apply(loaded([[`${SWITCH}:4`, 'STATE', true]]));
    expect(stateOf(house)).toMatchObject({ pending: undefined });
  });

  it('of the present value waits for nothing', () => {
    const { house } = readyHouse();
    house.apply(value(`${SWITCH}:4`, 'STATE', true));
    house.markPending({ central: 'ccu1', channelAddress: `${SWITCH}:4`, parameter: 'STATE', value: true });
    expect(stateOf(house)).toMatchObject({ pending: undefined });
  });

  it('that is not confirmed is rolled back in public', () => {
    const { house } = readyHouse();
    house.apply(value(`${SWITCH}:4`, 'STATE', false));
    house.markPending({ central: 'ccu1', channelAddress: `${SWITCH}:4`, parameter: 'STATE', value: true });
    expect(
      house.apply({
        type: 'write_rolled_back',
        central: 'ccu1',
        interfaceName: 'HmIP-RF',
        at: NOON,
        channelAddress: `${SWITCH}:4`,
        parameter: 'STATE',
        paramsetKey: 'VALUES',
        reason: 'timeout',
      }),
    ).toMatchObject([
      {
        type: 'datapoint.optimistic_rolled_back',
        topic: `device.${SWITCH}.channels.4.data_points.STATE`,
        payload: { reason: 'timeout', sent: true, present: false, unique_id: 'ccu_0001d3c99c0001_4_state' },
      },
    ]);
    expect(stateOf(house)).toMatchObject({ pending: undefined });
  });
});
