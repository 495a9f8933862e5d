import {
  type DefinedDevice,
  type HouseDefinition,
  inventedHouse,
  type ParameterDescription,
  type ParamsetDescription,
} from '@ccu-gateway/ccu-simulator';

/** Names that a CCU may have: markup, pictures, no place to break, the other direction. */
export const HOSTILE_NAMES = [
  `<img src=x onerror="window.hacked='img'"><script>window.hacked='script'</script>`,
  `"><svg onload="window.hacked='svg'"> &amp; {{7*7}} ${'$'}{7*7} %3Cb%3E`,
  'NAME-OF-PICTURES',
  'Rollladensteuerungszentrale'.repeat(8).slice(0, 200),
  'NAME-FROM-THE-RIGHT',
] as const;

/** What stands for these signs, which the CCU of the test cannot say. */
export const FOREIGN: ReadonlyMap<string, string> = new Map([
  ['NAME-OF-PICTURES', '👩\u200d👩\u200d👧\u200d👦 Küche 🍳🍳 ‼️ Z\u0338\u0321a\u0337l\u0335g\u0336o'],
  ['NAME-FROM-THE-RIGHT', 'غرفة المعيشة – مصباح السقف الكبير \u202elanif\u202c'],
]);

export const WEIRD = '00F1C0DE0000FE';
export const DALI = '00F1C0DE0000FD';
/** As many as the MASTER paramset of a HmIP-DRG-DALI has. */
export const DALI_PARAMETERS = 3_702;

/** The invented house with names that are hard to show, a device of odd values, and one with thousands of settings. */
export function hostileHouse(): HouseDefinition {
  const house = inventedHouse();
  const [weird, dali] = [weirdDevice(), daliDevice()];
  const channel = `${WEIRD}:1`;
  return {
    ...house,
    devices: [
      ...house.devices.map((device, index) => ({
        ...device,
        name: hostile(index),
        channelNames: Object.fromEntries(device.channels.map((_, number) => [number, hostile(index + number, number)])),
      })),
      weird,
      dali,
    ],
    rooms: house.rooms.map((room, index) => ({
      ...room,
      name: hostile(index),
      channelAddresses: index === 0 ? [...room.channelAddresses, channel] : room.channelAddresses,
    })),
    functions: house.functions.map((group, index) => ({ ...group, name: hostile(index) })),
    programs: house.programs.map((program, index) => ({
      ...program,
      name: hostile(index),
      description: hostile(index + 1),
    })),
    sysvars: house.sysvars.map((variable, index) => ({
      ...variable,
      name: hostile(index),
      description: hostile(index + 2),
      unit: variable.unit === undefined ? undefined : '<b>%</b>',
      ...(variable.type === 'STRING' ? { value: hostile(index + 3) } : {}),
    })),
    links: house.links.map((link, index) => ({ ...link, name: hostile(index), description: hostile(index + 1) })),
  };
}

/** Each once as it is, then with a number: a CCU has each name once. */
function hostile(index: number, part?: number): string {
  const name = HOSTILE_NAMES[index % HOSTILE_NAMES.length]!;
  const round = Math.floor(index / HOSTILE_NAMES.length);
  const suffix = `${round === 0 ? '' : ` ${round}`}${part === undefined ? '' : ` :${part}`}`;
  return name.slice(0, 200 - suffix.length) + suffix;
}

function parameter(name: string, rest: Partial<ParameterDescription>): [string, ParameterDescription] {
  return [name, { ID: name, TYPE: 'FLOAT', OPERATIONS: 5, FLAGS: 1, UNIT: '', MIN: 0, MAX: 1, DEFAULT: 0, ...rest }];
}

/** What a device may report: far out of range, no number, no member of the list, a type that nothing knows. */
function weirdDevice(): DefinedDevice {
  const values = Object.fromEntries([
    parameter('LEVEL', { OPERATIONS: 7, UNIT: '100%' }),
    parameter('ACTUAL_TEMPERATURE', { MIN: -40, MAX: 80, UNIT: '°C' }),
    parameter('HUMIDITY', { TYPE: 'INTEGER', MAX: 100, UNIT: '%' }),
    parameter('ILLUMINATION', { MAX: 163_830, UNIT: 'Lux' }),
    parameter('STATE_OF_MIND', {
      TYPE: 'ENUM',
      OPERATIONS: 7,
      MIN: 0,
      MAX: 2,
      VALUE_LIST: ['FINE', '<b>BOLD</b>', 'A_VERY_LONG_MEMBER_OF_A_LIST_THAT_DOES_NOT_END'.repeat(3)],
    }),
    parameter('HOLOGRAM', { TYPE: 'HOLOGRAM' as ParameterDescription['TYPE'], MIN: '', MAX: '', DEFAULT: '' }),
    parameter('<SCRIPT>ALERT', { TYPE: 'STRING', OPERATIONS: 7, MIN: '', MAX: '', DEFAULT: '' }),
  ]);
  const maintenance = Object.fromEntries([
    parameter('UNREACH', { TYPE: 'BOOL', MIN: false, MAX: true, DEFAULT: false }),
    parameter('RSSI_DEVICE', { TYPE: 'INTEGER', MIN: -128, MAX: 127 }),
  ]);
  return deviceOf(WEIRD, 'HmIP-<b>WEIRD</b>', hostile(0), {
    [`${WEIRD}:0`]: { type: 'MAINTENANCE', MASTER: {}, VALUES: maintenance },
    [`${WEIRD}:1`]: { type: 'WEIRD_<i>TRANSMITTER</i>', MASTER: {}, VALUES: values },
  });
}

function daliDevice(): DefinedDevice {
  const slots = Array.from({ length: 75 }, (_, slot) => String(slot + 1).padStart(2, '0'));
  const week = slots.flatMap((slot) =>
    Array.from({ length: 30 }, (_, part) =>
      parameter(`${slot}_WP_PART_${part}`, { TYPE: 'INTEGER', OPERATIONS: 3, MAX: 255 }),
    ),
  );
  const switches = Array.from({ length: 48 }, (_, lamp) =>
    parameter(`LAMP${lamp}_ENABLED`, { TYPE: 'BOOL', OPERATIONS: 3, MIN: false, MAX: true, DEFAULT: true }),
  );
  const lamps = Array.from({ length: DALI_PARAMETERS - week.length - switches.length }, (_, index) =>
    parameter(`LAMP${index % 48}_SETTING_${Math.floor(index / 48)}`, { TYPE: 'INTEGER', OPERATIONS: 3, MAX: 255 }),
  );
  return deviceOf(DALI, 'HmIP-DRG-DALI', 'DALI', {
    [`${DALI}:0`]: { type: 'MAINTENANCE', MASTER: {}, VALUES: {} },
    [`${DALI}:1`]: {
      type: 'UNIVERSAL_LIGHT_MAX',
      MASTER: Object.fromEntries([...week, ...switches, ...lamps]),
      VALUES: {},
    },
  });
}

interface DefinedChannel {
  readonly type: string;
  readonly MASTER: ParamsetDescription;
  readonly VALUES: ParamsetDescription;
}

function deviceOf(
  address: string,
  type: string,
  name: string,
  channels: Readonly<Record<string, DefinedChannel>>,
): DefinedDevice {
  const common = { FLAGS: 1, VERSION: 1, PARAMSETS: ['MASTER', 'VALUES'] };
  return {
    interfaceName: 'HmIP-RF',
    name,
    description: {
      ...common,
      ADDRESS: address,
      TYPE: type,
      PARENT: '',
      PARAMSETS: ['MASTER'],
      CHILDREN: Object.keys(channels),
      FIRMWARE: '<b>1</b>',
    },
    channels: Object.entries(channels).map(([channel, { type: kind }], INDEX) => ({
      ...common,
      ADDRESS: channel,
      TYPE: kind,
      PARENT: address,
      PARENT_TYPE: type,
      INDEX,
      DIRECTION: 0,
    })),
    paramsets: {
      [address]: { MASTER: {} },
      ...Object.fromEntries(Object.entries(channels).map(([channel, { type: _, ...sets }]) => [channel, sets])),
    },
  };
}
