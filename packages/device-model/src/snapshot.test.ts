import { factsOf } from '@ccu-gateway/ccu-client/interfaces';
import { describe, expect, it } from 'vitest';
import { connectionState, described, NOON, parameter, REMOTE, readyHouse, SWITCH, value } from '../test/house.js';
import { createHouseModel } from './index.js';

function furnished() {
  const { house } = readyHouse();
  house.setCentralInformation('ccu1', { serial: '3014F711A0001F9A' });
  house.apply({
    type: 'names_loaded',
    central: 'ccu1',
    at: NOON,
    names: [
      { address: SWITCH, name: 'Annas Lampe', iseId: 4711 },
      { address: `${SWITCH}:4`, name: 'Annas Lampe links' },
    ],
    rooms: [{ name: 'Annas Zimmer', channelAddresses: [`${SWITCH}:4`] }],
    functions: [{ name: 'Leselicht', channelAddresses: [`${SWITCH}:4`] }],
  });
  house.apply(value(`${SWITCH}:4`, 'STATE', true));
  house.applyHub('ccu1', {
    at: NOON,
    programs: [
      {
        id: 12,
        name: 'Anna schläft',
        description: 'leise',
        active: true,
        internal: false,
        visible: true,
        lastExecutedAt: 0,
      },
    ],
    sysvars: [
      {
        id: 950,
        name: 'Anna da',
        description: 'Annas Handy',
        type: 'STRING',
        value: 'Annas Telefon',
        unit: '',
        valueList: [],
        valueName0: '',
        valueName1: '',
        internal: false,
        visible: true,
        logged: false,
        channelAddress: `${SWITCH}:4`,
        changedAt: NOON,
      },
      {
        id: 951,
        name: 'Besuch',
        description: '',
        type: 'LIST',
        value: 1,
        unit: '',
        valueList: ['niemand', 'Oma Erna'],
        valueName0: '',
        valueName1: '',
        internal: false,
        visible: true,
        logged: false,
        channelAddress: '',
        changedAt: NOON,
      },
    ],
  });
  return house;
}

describe('the snapshot', () => {
  it('has the present model, with the requested depth', () => {
    const house = furnished();
    const plain = house.snapshot();
    expect(plain.generated_at).toBe('2026-01-01T12:00:05.000Z');
    expect(plain.devices.map((device) => device.address)).toEqual([SWITCH, REMOTE]);
    expect(plain).not.toHaveProperty('device_channels');
    expect(house.snapshot({ include: ['channels'] }).device_channels?.[0]?.channels[4]).not.toHaveProperty(
      'data_points',
    );
    expect(
      house.snapshot({ include: ['data_points'] }).device_channels?.[0]?.channels[4]?.data_points?.[0],
    ).toMatchObject({
      parameter: 'STATE',
      value: true,
    });
    expect(plain.rooms).toEqual([{ name: 'Annas Zimmer', device_count: 1 }]);
    expect(house.snapshot({ central: 'ccu9' }).devices).toEqual([]);
  });

  it('has the same contents in lines as in one piece', () => {
    const house = furnished();
    const whole = house.snapshot({ include: ['data_points'] });
    const lines = [...house.snapshotLines({ include: ['data_points'] })];
    const of = (kind: string) => lines.filter((line) => line.kind === kind).map((line) => line.data);
    expect(lines[0]?.kind).toBe('meta');
    expect(of('device')).toEqual(whole.devices);
    expect(of('room')).toEqual(whole.rooms);
    expect(of('function')).toEqual(whole.functions);
    expect(of('program')).toEqual(whole.programs);
    expect(of('sysvar')).toEqual(whole.sysvars);
    expect(of('interface')).toEqual(whole.interfaces);
    const channels = whole.device_channels?.flatMap((device) => device.channels) ?? [];
    expect(of('channel').length).toBe(channels.length);
    expect(of('data_point').length).toBe(
      channels.reduce((sum, channel) => sum + (channel.data_points?.length ?? 0), 0),
    );
  });

  it('contains common members of data points once, and all members of each', () => {
    const house = furnished();
    const options = { include: ['data_points'] as const, omit: ['default', 'last_seen_at'] as const };
    const { device_channels: whole = [] } = house.snapshot(options);
    const { device_channels: shared = [], descriptions = [] } = house.snapshot({ ...options, shared: true });
    const told = shared.map(({ channels, values = [] }) =>
      channels.map((channel, index) => ({
        ...channel,
        data_points: values[index]?.map(({ description, ...value }) => ({ ...descriptions[description], ...value })),
      })),
    );
    expect(told).toEqual(
      whole.map(({ channels }) =>
        channels.map(({ data_points, ...channel }) => ({
          ...channel,
          data_points: data_points?.map(({ unique_id: _, observed: __, ...point }) => point),
        })),
      ),
    );
    const points = whole.flatMap(({ channels }) => channels.flatMap(({ data_points = [] }) => data_points));
    expect(points.every(({ observed, source }) => observed === (source !== 'unobserved'))).toBe(true);
    expect(points.some(({ observed }) => observed)).toBe(true);
  });

  it('contains common members of devices of one type once, for any number of descriptions of the CCU', () => {
    const house = createHouseModel();
    house.addCentral('ccu1', { host: 'ccu', interfaces: [factsOf('HmIP-RF')] });
    const specs = ['0001D3C9000001', '0001D3C9000002', '0001D3C9000003'].map((address) => {
      const values = { LEVEL: parameter('FLOAT', 7, { MIN: 0, MAX: 1 }), STATE: parameter('BOOL', 7) };
      return { address, type: 'HmIP-TEST', channels: [{ type: 'MAINTENANCE', values }] };
    });
    house.apply(described(specs));
    house.apply(connectionState('connected'));
    const lines = [...house.snapshotLines({ include: ['data_points'], shared: true })];
    const of = (kind: string) => lines.filter((line) => line.kind === kind).map(({ data }) => data);
    expect(of('value')).toHaveLength(6);
    expect(of('description')).toMatchObject([{ parameter: 'LEVEL' }, { parameter: 'STATE' }]);
    expect(lines.findIndex(({ kind }) => kind === 'description')).toBeLessThan(
      lines.findIndex(({ kind }) => kind === 'value'),
    );
  });

  it('has only the devices that are asked for, in one piece and in lines', () => {
    const house = furnished();
    const options = { include: ['channels'] as const, devices: [REMOTE, 'NOTTHERE', REMOTE] };
    const some = house.snapshot(options);
    expect(some.devices.map(({ address }) => address)).toEqual([REMOTE]);
    expect(some.device_channels?.map(({ device_address }) => device_address)).toEqual([REMOTE]);
    expect(some.rooms).toEqual(house.snapshot().rooms);
    const lines = [...house.snapshotLines(options)];
    expect(lines.filter(({ kind }) => kind === 'device').map(({ data }) => data)).toEqual(some.devices);
    expect(lines[0]?.data).toMatchObject({ devices: 1 });
  });

  it('can be given away without identifying the household', () => {
    const house = furnished();
    const text = [
      JSON.stringify(house.snapshot({ include: ['data_points'], anonymize: true })),
      JSON.stringify([...house.snapshotLines({ include: ['data_points'], anonymize: true })]),
      JSON.stringify(house.snapshot({ include: ['data_points'], shared: true, anonymize: true })),
      JSON.stringify([...house.snapshotLines({ include: ['data_points'], shared: true, anonymize: true })]),
    ].join('\n');
    for (const secret of [
      SWITCH,
      REMOTE,
      SWITCH.toLowerCase(),
      'Anna',
      'Leselicht',
      'leise',
      '192.0.2.1',
      '4711',
      '11a0001f9a',
      'ccu1',
      'Besuch',
      'niemand',
      'Erna',
    ]) {
      expect(text.includes(secret), secret).toBe(false);
    }
    expect(text).toContain('HmIP-BSM');
  });

  it('keeps related items recognisable when it is anonymous', () => {
    const snapshot = furnished().snapshot({ include: ['channels'], anonymize: true });
    const [device] = snapshot.devices;
    expect(device?.address).toMatch(/^anon:[0-9a-f]{12}$/);
    expect(snapshot.device_channels?.[0]?.device_address).toBe(device?.address);
    expect(snapshot.device_channels?.[0]?.channels[4]?.address).toBe(`${device?.address}:4`);
    expect(device?.rooms?.[0]).toBe(snapshot.rooms[0]?.name);
    const [link] = snapshot.interfaces;
    expect(device?.central).toMatch(/^anon:[0-9a-f]{12}$/);
    expect(link).toMatchObject({ central_id: device?.central, id: `${device?.central}-HmIP-RF`, interface: 'HmIP-RF' });
    expect(device?.interface_id).toBe(link?.id);
  });

  it('of a large installation comes in steps that never hold up anything else for long', () => {
    const house = createHouseModel();
    house.addCentral('ccu1', { host: 'ccu', interfaces: [factsOf('HmIP-RF')] });
    const values = Object.fromEntries(
      Array.from({ length: 15 }, (_, index) => [`PARAMETER_${index}`, parameter('FLOAT', 7, { MIN: 0, MAX: 100 })]),
    );
    const specs = Array.from({ length: 300 }, (_, index) => ({
      address: `0001D3C9${String(index).padStart(6, '0')}`,
      type: 'HmIP-TEST',
      channels: [
        { type: 'MAINTENANCE', values },
        ...[1, 2, 3, 4].map(() => ({ type: 'SWITCH_VIRTUAL_RECEIVER', values })),
      ],
    }));
    house.apply(described(specs));
    house.apply(connectionState('connected'));
    let lines = 0;
    let largest = 0;
    for (const line of house.snapshotLines({ include: ['data_points'] })) {
      lines += 1;
      largest = Math.max(largest, JSON.stringify(line.data).length);
    }
    expect(lines).toBe(2 + 300 + 300 * 5 + 300 * 5 * 15);
    expect(largest).toBeLessThan(2000);
  });
});
