import { expect } from 'vitest';
import type { RefusedRow } from './row.js';
import { climate, week } from './rows-configuration.js';

const RADIATOR = '00F1C0DE000001';
const VALUE = 'PUT /devices/{addr}/channels/{no}/data-points/{param}/value';
const OPERATE = 'POST /devices/{addr}/cdps/{name}/{operation}';
const PARAMSET = 'PUT /devices/{addr}/paramsets/{key}';
const INVALID = [400, 'validation'] as const;
const at = (addr: string, no: number, param: string, value: unknown) => ({
  params: { addr, no, param },
  body: { value },
});

/** Refusals that say more than "no": the field, the reason and the bounds. */
export const REFUSED_ROWS: readonly RefusedRow[] = [
  {
    of: 'POST /acts',
    title: 'names the fault of each write and sends none of them',
    ask: {
      body: {
        name: 'Everything',
        writes: [
          { device_address: '00F1C0DE000007', channel: 4, parameter: 'LEVEL', value: 0.5 },
          { device_address: '00F1C0DE000007', channel: 4, parameter: 'LEVEL', value: 9 },
          { device_address: 'NOTHING', channel: 4, parameter: 'LEVEL', value: 1 },
          { device_address: '00F1C0DE000009', channel: 4, parameter: 'STATE', value: '<b>🔥</b>' },
        ],
      },
    },
    code: INVALID,
    errors: [{ field: 'writes.1.value' }, { field: 'writes.2' }, { field: 'writes.3' }],
  },
  {
    of: 'POST /acts',
    title: 'says the bounds of its duration',
    ask: {
      body: {
        name: ' ',
        writes: [],
        duration_seconds: 0,
      },
    },
    code: INVALID,
    errors: [{ field: 'name' }, { field: 'writes' }, { field: 'duration_seconds' }],
  },
  {
    of: 'POST /acts/{id}/end',
    title: 'says that there is no such act',
    ask: { params: { id: 'nothing' } },
    code: [404, 'not_found'],
  },
  {
    of: 'acts.end',
    title: 'says that there is no such act',
    ask: { args: { id: 'nothing' } },
    code: 'not_found',
  },
  {
    of: VALUE,
    title: 'says the bounds of a level',
    ask: at('00F1C0DE000007', 4, 'LEVEL', 9),
    code: INVALID,
    errors: [{ field: 'value', reason: expect.any(String), min: 0, max: 1.01 }],
  },
  {
    of: VALUE,
    title: 'says that a parameter cannot be written',
    ask: at('00F1C0DE000012', 1, 'PRESS_SHORT', true),
    code: INVALID,
    errors: [{ field: 'value', reason: 'cannot be written' }],
  },
  {
    of: VALUE,
    title: 'refuses an option that there is not',
    ask: at('00F1C0DE000016', 1, 'DOOR_COMMAND', 'FLY'),
    code: INVALID,
    errors: [{ field: 'value' }],
  },
  {
    of: OPERATE,
    title: 'names the parameter that is out of range',
    ask: {
      params: { addr: '00F1C0DE000007', name: 'LEVEL', operation: 'turn_on' },
      body: { params: { brightness_pct: 101, ramp_time: 1 } },
    },
    code: INVALID,
    errors: [{ field: expect.stringContaining('brightness_pct'), min: 0, max: 100 }],
  },
  {
    of: OPERATE,
    title: 'refuses an operation that the device does not have',
    ask: { params: { addr: '00F1C0DE000007', name: 'LEVEL', operation: 'fly' } },
    code: [422, 'unsupported'],
  },
  {
    of: PARAMSET,
    title: 'refuses all of a paramset for two of its members',
    ask: {
      params: { addr: `${RADIATOR}:1`, key: 'MASTER' },
      body: { TEMPERATURE_OFFSET: 99, NO_SUCH_THING: 1, BOOST_TIME_PERIOD: 10 },
    },
    code: INVALID,
    errors: [{ field: 'TEMPERATURE_OFFSET', min: -3.5, max: 3.5 }, { field: 'NO_SUCH_THING' }],
  },
  {
    of: PARAMSET,
    title: 'does not take a LINK paramset without its other end',
    ask: { params: { addr: '00F1C0DE000007:4', key: 'LINK' }, body: { SHORT_ON_LEVEL: 1 } },
    code: [400, 'bad_request'],
  },
  {
    of: 'PUT /devices/{addr}/link-ps/{peer}',
    title: 'refuses all of a LINK paramset for one of its members',
    ask: {
      params: { addr: '00F1C0DE000007:4', peer: '00F1C0DE000012:1' },
      body: { SHORT_ON_LEVEL: 0.5, SHORT_ON_TIME_BASE: 'never' },
    },
    code: INVALID,
  },
  {
    of: 'PUT /devices/{addr}/schedule',
    title: 'refuses a whole week for one temperature',
    ask: { params: { addr: RADIATOR }, body: climate(RADIATOR, 1, { P1: week('07:00', '08:00', 99) }) },
    code: INVALID,
    errors: [{ reason: expect.any(String) }],
  },
  {
    of: 'POST /devices/{addr}/schedules/copy',
    title: 'does not copy to another kind of device',
    ask: { params: { addr: RADIATOR }, body: { target_device_address: '00F1C0DE000005' } },
    code: [422, 'unsupported'],
  },
  {
    of: 'POST /devices/{addr}/links',
    title: 'does not link what does not fit',
    ask: {
      params: { addr: '00F1C0DE000012' },
      body: { sender_address: '00F1C0DE000012:1', receiver_address: '00F1C0DE00000D:1' },
    },
    code: INVALID,
    errors: [{ field: 'receiver_address' }],
  },
  {
    of: 'POST /devices/{addr}/links',
    title: 'does not link with a receiver on another interface, and names both',
    ask: {
      params: { addr: '00F1C0DE000012' },
      body: { sender_address: '00F1C0DE000012:1', receiver_address: 'SIW0000001:3' },
    },
    code: INVALID,
    errors: [{ field: 'receiver_address', reason: expect.stringMatching(/BidCos-Wired.*HmIP-RF/) }],
  },
  {
    of: 'POST /devices/{addr}/links',
    title: 'does not link with a heating group, which has no links',
    ask: {
      params: { addr: '00F1C0DE000012' },
      body: { sender_address: '00F1C0DE000012:1', receiver_address: 'INT0000001:1' },
    },
    code: INVALID,
    errors: [{ field: 'receiver_address', reason: expect.stringContaining('members') }],
  },
  {
    of: 'PATCH /devices/{addr}/links',
    title: 'does not rename a link that there is not',
    ask: {
      params: { addr: '00F1C0DE000012' },
      body: { sender_address: '00F1C0DE000012:4', receiver_address: '00F1C0DE000007:4', name: 'x' },
    },
    code: [404, 'not_found'],
  },
  {
    of: 'DELETE /devices/{addr}/links',
    title: 'does not end a link that there is not',
    ask: { params: { addr: '00F1C0DE000012' }, query: { sender: '00F1C0DE000012:4', receiver: '00F1C0DE000007:4' } },
    code: [404, 'not_found'],
  },
  {
    of: 'POST /devices/{addr}/central-links',
    title: 'does not link a remote that is a part of the CCU',
    ask: { params: { addr: 'HmIP-RCV-1' } },
    code: [422, 'unsupported'],
  },
  {
    of: 'POST /devices/{addr}/central-links',
    title: 'does not link a channel without a key',
    ask: { params: { addr: '00F1C0DE000007' }, query: { channel: '00F1C0DE000007:4' } },
    code: [422, 'unsupported'],
  },
  {
    of: 'DELETE /devices/{addr}/central-links',
    title: 'does not end the link of a channel of another device',
    ask: { params: { addr: '00F1C0DE000012' }, query: { channel: 'SIM0000007:2' } },
    code: [404, 'not_found'],
  },
  {
    of: 'central.create_links',
    title: 'does not guess which device is meant',
    ask: { args: {} },
    code: 'bad_request',
  },
  {
    of: 'PUT /sysvars/{name}',
    title: 'says the bounds of a variable',
    ask: { params: { name: 'Strompreis' }, body: { value: 501 } },
    code: INVALID,
    errors: [{ field: 'value', min: 0, max: 500 }],
  },
  {
    of: 'POST /sysvars',
    title: 'does not create a variable twice',
    ask: { body: { name: 'Strompreis', value_type: 'FLOAT' } },
    code: [409, 'conflict'],
  },
  {
    of: 'PATCH /sysvars/{name}',
    title: 'does not give a variable the name of another',
    ask: { params: { name: 'Strompreis' }, body: { name: 'Anwesenheit' } },
    code: [409, 'conflict'],
  },
  {
    of: 'POST /rooms',
    title: 'does not create a room twice',
    ask: { body: { name: 'Flur' } },
    code: [409, 'conflict'],
  },
  {
    of: 'PATCH /functions/{name}',
    title: 'does not give a function the name of another',
    ask: { params: { name: 'Licht' }, body: { new_name: 'Heizung' } },
    code: [409, 'conflict'],
  },
  {
    of: 'PATCH /devices/{addr}',
    title: 'does not rename a device when one of its rooms does not exist',
    ask: { params: { addr: '00F1C0DE000007' }, body: { name: 'Neu', rooms: ['Küche', 'Nirgendwo'] } },
    code: [404, 'not_found'],
  },
  {
    of: 'POST /devices/{addr}/accept',
    title: 'does not accept a device when its room does not exist',
    ask: { params: { addr: '00F1C0DE00001A' }, body: { name: 'Neu', rooms: ['Nirgendwo'] } },
    code: [404, 'not_found'],
  },
  {
    of: 'POST /devices/{addr}/release',
    title: 'does not release a device that waits for its CCU alone',
    ask: { params: { addr: '00F1C0DE00001A' } },
    code: [404, 'not_found'],
  },
  {
    of: 'POST /devices/{addr}/install-mode',
    title: 'does not pair an HmIP device by its address',
    ask: { params: { addr: '00F1C0DE000007' }, body: { seconds: 30 } },
    code: [422, 'unsupported'],
  },
  {
    of: 'POST /install-mode',
    title: 'says for how long install mode may last',
    ask: { body: { interface: 'HmIP-RF', active: true, seconds: 601 } },
    code: INVALID,
    errors: [{ field: expect.stringContaining('seconds'), max: 600 }],
  },
  {
    of: 'POST /install-mode/interfaces',
    title: 'wants the key of a device with its number',
    ask: { body: { interface: 'HmIP-RF', active: true, sgtin: '3014F711A0000000000000AB' } },
    code: [422, 'validation'],
    errors: [{ field: 'key' }],
  },
  {
    of: 'POST /install-mode/search',
    title: 'searches on a wired bus alone',
    ask: { body: { interface: 'HmIP-RF' } },
    code: [422, 'unsupported'],
  },
  {
    of: 'DELETE /devices/{addr}',
    title: 'does not take out what a CCU cannot',
    ask: { params: { addr: 'CUX2801001' } },
    code: [422, 'unsupported'],
  },
  {
    of: 'POST /backups/{id}/restore',
    title: 'does not restore a backup that there is not',
    ask: { params: { id: '2b1a7a3e-0000-4000-8000-000000000000' } },
    code: [404, 'not_found'],
  },
  {
    of: 'POST /backups/own/{id}/restore',
    title: 'does not restore a backup of the gateway that there is not',
    ask: { params: { id: '2b1a7a3e-0000-4000-8000-000000000000' } },
    code: [404, 'not_found'],
  },
  {
    of: 'POST /system/firmware/download',
    title: 'says that a CCU cannot be told',
    ask: { body: { url: 'http://127.0.0.1/firmware.tgz' } },
    code: [422, 'unsupported'],
  },
  {
    of: 'links.apply_profile',
    title: 'does not write a profile that there is not',
    ask: {
      args: {
        sender_channel_address: '00F1C0DE000012:1',
        receiver_channel_address: '00F1C0DE000007:4',
        profile_id: 4711,
      },
    },
    code: 'not_found',
  },
  {
    of: 'POST /devices/{addr}/links',
    title: 'makes no link with a profile whose setting is out of range',
    ask: {
      params: { addr: '00F1C0DE000012' },
      body: {
        sender_address: '00F1C0DE000012:3',
        receiver_address: '00F1C0DE000007:4',
        profile_id: 5,
        settings: { time: -1 },
      },
    },
    code: INVALID,
    errors: [{ field: 'settings.time', min: 1, max: 108_000 }],
  },
  {
    of: 'POST /setup',
    title: 'is over',
    ask: { body: {} },
    code: [409, 'conflict'],
  },
  {
    of: 'POST /notify/{name}/test',
    title: 'finds no such channel',
    ask: { params: { name: 'nothing' } },
    code: [404, 'not_found'],
  },
  {
    of: 'POST /webhooks/{name}/test',
    title: 'says that there is no such webhook',
    ask: { params: { name: 'nothing' } },
    code: [404, 'not_found'],
  },
];
