import type { SimulatedHouseView } from '@ccu-gateway/ccu-simulator';
import { expect } from 'vitest';
import type { Frame } from '../socket.js';
import type { World } from '../world.js';
import type { WriteRow } from './row.js';

const script = (name: string, args: unknown) => `script ${name} ${JSON.stringify(args)}`;
export const program = (house: SimulatedHouseView, name: string): number =>
  house.programs().find((each) => each.name === name)?.id ?? 0;
export const message = (house: SimulatedHouseView, of: string): number =>
  house.messages().find((each) => `${each.channelAddress}.${each.parameter}` === of || each.variable === of)?.id ?? 0;

const group = (house: SimulatedHouseView, kind: 'rooms' | 'functions', name: string): number =>
  house[kind]().find((each) => each.name === name)?.id ?? 0;

/** Waits until the gateway lists what the house has just said. */
export const listed = (path: string, of: string) => async (world: World) => {
  const ids = async () =>
    (await world.call('GET', `/api/v1/${path}`)).json.map(({ id }: { id: string }) => id) as readonly string[];
  await expect.poll(ids, { timeout: 50_000, interval: 20 }).toContain(String(message(world.simulator.house, of)));
};

export const raised =
  (channel: string, ...parameters: readonly string[]) =>
  async (world: World) => {
    for (const parameter of parameters) {
      world.simulator.emit(channel, parameter, true);
      await listed('service-messages', `${channel}.${parameter}`)(world);
    }
  };

export const alarmed = (name: string) => async (world: World) => {
  const { house, emit } = world.simulator;
  house.setSysvar(name, true);
  // No event tells of an alarm. Messages are read when the state of a device changes that may raise one.
  const isLow = house.value('00F1C0DE000001:0', 'LOW_BAT')?.value === true;
  emit('00F1C0DE000001:0', 'LOW_BAT', !isLow);
  await listed('alarm-messages', name)(world);
};

const byUser = { user: 'test-operator', central: 'home' };
const variable = (name: string, value: unknown, more: object = {}) => ({
  type: 'hub.sysvar_changed',
  topic: `hub.home.sysvars.${name}`,
  payload: { central: 'home', name, value, ...more },
});
export const counted = (type: 'alarm_message' | 'service_message', count: unknown = expect.any(Number)) => ({
  type: `hub.${type}`,
  topic: `hub.home.${type}s`,
  payload: { central: 'home', count },
});
/** A frame about one program. */
export const ofProgram =
  (name: string, what: 'executed' | 'changed', payload: object) =>
  (house: SimulatedHouseView): readonly Frame[] => {
    const id = String(program(house, name));
    const frame = { type: `hub.program_${what}`, topic: `hub.home.programs.${id}` };
    return [{ ...frame, payload: { central: 'home', program_id: id, ...payload } }];
  };
const SERVICE = '00F1C0DE000005:0';

/** Programs, variables, messages, rooms and functions: the logic layer. */
export const HUB_ROWS: readonly WriteRow[] = [
  {
    of: 'POST /programs/{id}/execute',
    title: 'runs a program in any case',
    ask: (house) => ({ params: { id: program(house, 'Alles aus') } }),
    wire: (house) => [script('program_run', { id: program(house, 'Alles aus'), checkConditions: false })],
    stream: ofProgram('Alles aus', 'executed', { success: true, trigger: 'api' }),
    answer: [202, { executed: true }],
    audit: [{ action: 'program_execute', ...byUser, outcome: 'executed', note: 'Alles aus' }],
  },
  {
    of: 'POST /programs/{id}/execute',
    title: 'says that a program did not run that is switched off, where that counts',
    before: ({ simulator }) => simulator.house.setProgramActive(program(simulator.house, 'Guten Morgen "früh"'), false),
    ask: (house) => ({ params: { id: program(house, 'Guten Morgen "früh"') }, body: { check_conditions: true } }),
    wire: (house) => [script('program_run', { id: program(house, 'Guten Morgen "früh"'), checkConditions: true })],
    stream: ofProgram('Guten Morgen "früh"', 'executed', { success: false }),
    answer: [202, { executed: false }],
    audit: [{ action: 'program_execute', outcome: 'not_active' }],
  },
  {
    of: 'PATCH /programs/{id}',
    title: 'switches a program off',
    ask: (house) => ({ params: { id: program(house, 'Alles aus') }, body: { active: false } }),
    wire: (house) => [script('program_activate', { id: program(house, 'Alles aus'), active: false })],
    stream: ofProgram('Alles aus', 'changed', { active: false }),
    answer: [202, { active: false, executed: false }],
    audit: [{ action: 'program_write', ...byUser, changes: [{ parameter: 'active', before: true, after: false }] }],
  },
  {
    of: 'PUT /sysvars/{name}',
    title: 'sets a list by the text of its option',
    ask: { params: { name: 'Jahreszeit' }, body: { value: 'Sommer' } },
    wire: [script('variable_set', { name: 'Jahreszeit', value: 1 })],
    stream: [variable('Jahreszeit', 1, { previous: 3, value_type: 'LIST' })],
    answer: [202, undefined],
    audit: [{ action: 'sysvar_write', ...byUser, changes: [{ parameter: 'Jahreszeit', before: 3, after: 1 }] }],
  },
  {
    of: 'PUT /sysvars/{name}',
    title: 'sets a number as a number',
    ask: { params: { name: 'Strompreis' }, body: { value: 28 } },
    wire: [script('variable_set', { name: 'Strompreis', value: 28 })],
    stream: [variable('Strompreis', 28)],
    answer: [202, undefined],
    audit: [{ action: 'sysvar_write', ...byUser, note: 'Strompreis' }],
  },
  {
    of: 'PUT /sysvars/{name}',
    title: 'sets a text whatever is in it',
    ask: { params: { name: 'Letzte Meldung' }, body: { value: '"; dom.GetObject(1); ! \\ ß' } },
    wire: [script('variable_set', { name: 'Letzte Meldung', value: '"; dom.GetObject(1); ! \\ ß' })],
    stream: [variable('Letzte Meldung', '"; dom.GetObject(1); ! \\ ß')],
    answer: [202, undefined],
    audit: [{ action: 'sysvar_write', ...byUser, note: 'Letzte Meldung' }],
  },
  {
    of: 'POST /sysvars',
    title: 'creates a variable with all that was said',
    ask: { body: { name: 'Prüfung', value_type: 'FLOAT', unit: '°C', min: -5, max: 5, description: 'neu' } },
    wire: [
      script('variable_create', { name: 'Prüfung', type: 'FLOAT', description: 'neu', unit: '°C', min: -5, max: 5 }),
    ],
    stream: [],
    answer: [202, undefined],
    audit: [{ action: 'sysvar_create', ...byUser, note: 'Prüfung' }],
  },
  {
    of: 'PATCH /sysvars/{name}',
    title: 'changes only what was said',
    ask: { params: { name: 'Prüfung' }, body: { name: 'Prüfung 2', max: 9 } },
    wire: [script('variable_change', { name: 'Prüfung', change: { name: 'Prüfung 2', max: 9 } })],
    stream: [],
    answer: [202, undefined],
    audit: [{ action: 'sysvar_change', ...byUser, note: 'Prüfung' }],
  },
  {
    of: 'POST /sysvars/fetch',
    title: 'reads what the CCU changed by itself',
    before: ({ simulator }) => simulator.house.setSysvar('Prüfung 2', 4.5),
    ask: {},
    wire: [],
    reads: ['script variables {}'],
    stream: [variable('Prüfung 2', 4.5)],
    answer: [202, undefined],
    audit: [],
  },
  {
    of: 'DELETE /sysvars/{name}',
    title: 'deletes a variable',
    ask: { params: { name: 'Prüfung 2' } },
    wire: [script('variable_delete', { name: 'Prüfung 2' })],
    stream: [],
    answer: [202, undefined],
    audit: [{ action: 'sysvar_delete', ...byUser, note: 'Prüfung 2' }],
  },
  {
    of: 'DELETE /programs/{id}',
    title: 'deletes a program',
    ask: (house) => ({ params: { id: program(house, 'Urlaub') } }),
    wire: (house) => [script('program_delete', { id: program(house, 'Urlaub') })],
    stream: [],
    answer: [204, undefined],
    audit: [{ action: 'program_delete', user: 'test-admin', note: 'Urlaub' }],
  },
  ...(['rooms', 'functions'] as const).flatMap((kind): readonly WriteRow[] => {
    const one = kind === 'rooms' ? 'room' : 'function';
    return [
      {
        of: `POST /${kind}`,
        title: `creates a ${one}`,
        ask: { body: { name: 'Dachboden' } },
        wire: [script('group_create', { kind, name: 'Dachboden' })],
        reads: [script('groups', { kind })],
        stream: [],
        answer: [201, undefined],
        audit: [{ action: `${one}_create`, ...byUser, note: 'Dachboden' }],
      },
      {
        of: `PATCH /${kind}/{name}`,
        title: `renames a ${one}, and everybody learns it who is in there`,
        ask: { params: { name: kind === 'rooms' ? 'Garten' : 'Wetter' }, body: { new_name: 'Draußen "vorn"' } },
        wire: (house) => [
          script('group_rename', {
            kind,
            id: group(house, kind, kind === 'rooms' ? 'Garten' : 'Wetter'),
            name: 'Draußen "vorn"',
          }),
        ],
        stream: [
          {
            type: 'device.metadata_changed',
            topic: 'device.00F1C0DE000011.lifecycle',
            payload: { device_address: '00F1C0DE000011' },
          },
        ],
        answer: [204, undefined],
        audit: [
          {
            action: `${one}_rename`,
            ...byUser,
            changes: [{ parameter: 'name', before: kind === 'rooms' ? 'Garten' : 'Wetter', after: 'Draußen "vorn"' }],
          },
        ],
      },
      {
        of: `DELETE /${kind}/{name}`,
        title: `deletes a ${one}`,
        ask: { params: { name: 'Draußen "vorn"' } },
        wire: (house) => [script('group_delete', { kind, id: group(house, kind, 'Draußen "vorn"') })],
        stream: [
          {
            type: 'device.metadata_changed',
            topic: 'device.00F1C0DE000011.lifecycle',
            payload: { device_address: '00F1C0DE000011' },
          },
        ],
        answer: [204, undefined],
        audit: [{ action: `${one}_delete`, ...byUser, note: 'Draußen "vorn"' }],
      },
    ];
  }),
  {
    of: 'POST /alarm-messages/{id}/ack',
    title: 'acknowledges one alarm by its number',
    before: alarmed('Alarmzone 1'),
    ask: (house) => ({ params: { id: message(house, 'Alarmzone 1') } }),
    wire: (house) => [script('message_ack', { id: message(house, 'Alarmzone 1') })],
    stream: [counted('alarm_message', 0)],
    answer: [202, undefined],
    audit: [{ action: 'alarm_message_ack', ...byUser, note: 'Alarmzone 1' }],
  },
  {
    of: 'POST /alarm-messages/ack-all',
    title: 'acknowledges each alarm',
    before: alarmed('Alarmzone 1'),
    ask: {},
    wire: (house) => [script('message_ack', { id: message(house, 'Alarmzone 1') })],
    stream: [counted('alarm_message', 0)],
    answer: [200, { acknowledged: 1 }],
    audit: [{ action: 'alarm_message_ack_all', ...byUser, note: '1 acknowledged' }],
  },
  {
    of: 'POST /service-messages/{id}/ack',
    title: 'acknowledges a sticky message of a BidCos device',
    before: raised('SIM0000001:0', 'STICKY_UNREACH'),
    ask: (house) => ({ params: { id: message(house, 'SIM0000001:0.STICKY_UNREACH') } }),
    wire: (house) => [script('message_ack', { id: message(house, 'SIM0000001:0.STICKY_UNREACH') })],
    stream: [counted('service_message')],
    answer: [202, undefined],
    audit: [{ action: 'service_message_ack', ...byUser, device_address: 'SIM0000001', channel_no: 0 }],
  },
  {
    of: 'POST /service-messages/ack-all',
    title: 'acknowledges only those that may be',
    async before(world) {
      world.simulator.emit('SIM0000006:0', 'STICKY_UNREACH', false);
      await raised('SIM0000002:0', 'STICKY_UNREACH')(world);
    },
    ask: {},
    wire: (house) => [script('message_ack', { id: message(house, 'SIM0000002:0.STICKY_UNREACH') })],
    stream: [counted('service_message')],
    answer: [200, { acknowledged: 1 }],
    audit: [{ action: 'service_message_ack_all', ...byUser, note: '1 acknowledged' }],
  },
  {
    of: 'POST /service-messages/{id}/disable',
    title: 'has the interface raise no more of that kind',
    before: raised(SERVICE, 'UNREACH'),
    ask: (house) => ({ params: { id: message(house, `${SERVICE}.UNREACH`) } }),
    wire: [`HmIP-RF suppressServiceMessages "${SERVICE}" "UNREACH" true`],
    stream: [],
    answer: [202, undefined],
    audit: [{ action: 'service_message_disable', ...byUser, device_address: '00F1C0DE000005', parameter: 'UNREACH' }],
  },
  {
    of: 'POST /service-messages/unsuppress',
    title: 'takes back all of a channel',
    ask: { body: { channel: SERVICE } },
    wire: [`HmIP-RF suppressServiceMessages "${SERVICE}" "UNREACH" false`],
    reads: ['HmIP-RF getSuppressedServiceMessages'],
    stream: [],
    answer: [202, undefined],
    audit: [{ action: 'service_message_unsuppress', ...byUser, device_address: '00F1C0DE000005' }],
  },
];
