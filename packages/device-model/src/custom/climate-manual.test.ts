import { describe, expect, it } from 'vitest';
import { NOON, parameter, readyHouse, value } from '../../test/house.js';

const ADDRESS = '0001D3C99C0051';
const SETPOINT = parameter('FLOAT', 7, { MIN: 4.5, MAX: 30.5 });
const MINUTE = 60_000;

const HMIP = {
  interfaceName: 'HmIP-RF',
  name: 'SET_POINT_TEMPERATURE',
  mode: 'SET_POINT_MODE',
  auto: 0,
  manual: 1,
  type: 'HEATING_CLIMATECONTROL_TRANSCEIVER',
  values: {
    SET_POINT_TEMPERATURE: SETPOINT,
    SET_POINT_MODE: parameter('INTEGER', 5, { MIN: 0, MAX: 3 }),
    CONTROL_MODE: parameter('INTEGER', 2, { MIN: 0, MAX: 3 }),
    BOOST_MODE: parameter('BOOL', 7),
    WINDOW_STATE: parameter('ENUM', 7, { VALUE_LIST: ['CLOSED', 'OPEN'] }),
    PARTY_TIME_START: parameter('STRING', 7),
    PARTY_TIME_END: parameter('STRING', 7),
  },
} as const;
const BIDCOS = {
  interfaceName: 'BidCos-RF',
  name: 'SET_TEMPERATURE',
  mode: 'CONTROL_MODE',
  auto: 0,
  manual: 1,
  type: 'CLIMATECONTROL_RT_TRANSCEIVER',
  values: {
    SET_TEMPERATURE: SETPOINT,
    CONTROL_MODE: parameter('ENUM', 5, { VALUE_LIST: ['AUTO-MODE', 'MANU-MODE', 'PARTY-MODE', 'BOOST-MODE'] }),
    AUTO_MODE: parameter('ACTION', 2),
    MANU_MODE: parameter('FLOAT', 2, { MIN: 4.5, MAX: 30.5 }),
    BOOST_MODE: parameter('ACTION', 2),
    PARTY_MODE_SUBMIT: parameter('STRING', 2),
  },
} as const;

type Kind = typeof HMIP | typeof BIDCOS;

function thermostat(kind: Kind, now?: number) {
  const { interfaceName, name, type, values } = kind;
  const channels = [{ type: 'MAINTENANCE' }, { type, values }];
  const { house } = readyHouse({
    interfaceName,
    specs: [{ address: ADDRESS, type: 'XY-THERMOSTAT', channels }],
    ...(now === undefined ? {} : { now: () => now }),
  });
  let at = NOON;
  const operate = (operation: string, params: unknown) =>
    house.planOperation({ address: ADDRESS, name, operation, params });
  return {
    house,
    says: (parameterName: string, what: number | boolean) => {
      house.apply(value(`${ADDRESS}:1`, parameterName, what, { interfaceName, at }));
    },
    waits: () => {
      at += MINUTE;
    },
    operate,
    /** Written parameters, one by one. */
    sends(operation: string, params: unknown) {
      const planned = operate(operation, params);
      if (!planned.ok) throw new Error(planned.message);
      return Object.fromEntries(
        planned.writes.flatMap((write) =>
          write.kind === 'value'
            ? [[write.parameter, write.value.value]]
            : Object.entries(write.values).map(([each, typed]) => [each, typed.value]),
        ),
      );
    },
  };
}

describe.each([
  ['HmIP', HMIP, 'SET_POINT_TEMPERATURE'],
  ['BidCos', BIDCOS, 'MANU_MODE'],
] as const)('a thermostat of %s that heats by hand again', (_, kind, written) => {
  const heats = (device: ReturnType<typeof thermostat>) => device.sends('set_mode', { mode: 'heat' })[written];

  it('goes back to the last setpoint chosen by hand', () => {
    const device = thermostat(kind);
    device.says(kind.mode, kind.manual);
    device.says(kind.name, 22.5);
    device.waits();
    device.says(kind.mode, kind.auto);
    device.says(kind.name, 17);
    expect(heats(device)).toBe(22.5);
    device.waits();
    device.says(kind.mode, kind.manual);
    device.says(kind.name, 4.5);
    expect(heats(device)).toBe(22.5);
  });

  it('does not take the setpoint of another mode for one chosen by hand, in any order of events', () => {
    const device = thermostat(kind);
    device.says(kind.mode, kind.manual);
    device.says(kind.name, 22.5);
    device.waits();
    device.says(kind.name, 17);
    device.says(kind.mode, kind.auto);
    expect(heats(device)).toBe(22.5);
    device.waits();
    device.says(kind.mode, kind.manual);
    device.says(kind.name, 19);
    expect(heats(device)).toBe(19);
  });

  it('keeps to the limits that were configured since', () => {
    const device = thermostat(kind);
    device.says(kind.mode, kind.manual);
    device.says(kind.name, 25);
    device.waits();
    device.says(kind.mode, kind.auto);
    device.house.applyConfiguration({ address: `${ADDRESS}:1`, values: { TEMPERATURE_MAXIMUM: 23 }, at: NOON });
    expect(heats(device)).toBe(23);
  });
});

describe('a thermostat of HmIP', () => {
  it.each([
    ['a boost', 'BOOST_MODE', true, false],
    ['an open window', 'WINDOW_STATE', 1, 0],
  ] as const)('does not remember the setpoint of %s', (_, parameterName, on, off) => {
    const device = thermostat(HMIP);
    device.says('SET_POINT_MODE', 1);
    device.says('SET_POINT_TEMPERATURE', 22.5);
    device.waits();
    device.says('SET_POINT_TEMPERATURE', 12);
    device.says(parameterName, on);
    expect(device.sends('set_mode', { mode: 'heat' })).toMatchObject({ SET_POINT_TEMPERATURE: 22.5 });
    device.waits();
    device.says('SET_POINT_TEMPERATURE', 13);
    device.says('SET_POINT_TEMPERATURE', 22);
    device.says(parameterName, off);
    expect(device.sends('set_mode', { mode: 'heat' })).toMatchObject({ SET_POINT_TEMPERATURE: 22 });
  });
});

describe('an absence for some hours', () => {
  const inBerlin = (kind: Kind) => {
    const device = thermostat(kind, Date.UTC(2026, 2, 28, 12));
    const usual = {
      resumesLights: true,
      groupCoverState: true,
      listsInternalPrograms: false,
      offersFirmware: true,
      holdsNewDevices: false,
    };
    device.house.setBehaviour('ccu1', { ...usual, timeZone: 'Europe/Berlin' });
    return device;
  };

  it('begins at once and ends by the clock of the CCU, also where that is put forward on the way', () => {
    expect(inBerlin(HMIP).sends('enable_away', { hours: 36, temperature: 15 })).toEqual({
      CONTROL_MODE: 2,
      SET_POINT_TEMPERATURE: 15,
      PARTY_TIME_START: '2026_03_28 12:50',
      PARTY_TIME_END: '2026_03_30 02:00',
    });
    expect(inBerlin(BIDCOS).sends('enable_away', { hours: 36, temperature: 15 })).toEqual({
      PARTY_MODE_SUBMIT: '15.0,770,28,3,26,120,30,3,26',
    });
  });

  it('goes by the clock of this system where the zone of the CCU is not known', () => {
    const end = new Date(Date.UTC(2026, 2, 28, 15));
    const local = [end.getFullYear(), end.getMonth() + 1, end.getDate()].map((part) => String(part).padStart(2, '0'));
    const sent = thermostat(HMIP, Date.UTC(2026, 2, 28, 12)).sends('enable_away', { hours: 3 });
    expect(sent.PARTY_TIME_END).toBe(`${local.join('_')} ${end.toTimeString().slice(0, 5)}`);
  });

  it('is refused where it is too short, too long or mixed with dates', () => {
    const { operate } = thermostat(HMIP);
    for (const hours of [0, -1, 8761, '3']) {
      expect(operate('enable_away', { hours })).toMatchObject({
        code: 'validation',
        errors: [{ field: 'params.hours' }],
      });
    }
    expect(operate('enable_away', { hours: 3, end: '2026-12-24T18:00' })).toMatchObject({
      errors: [{ field: 'params.end' }],
    });
    expect(operate('enable_away', {})).toMatchObject({ errors: [{ field: 'params.start' }, { field: 'params.end' }] });
  });
});
