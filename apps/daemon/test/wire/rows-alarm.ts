import { expect } from 'vitest';
import type { World } from '../world.js';
import type { WriteRow } from './row.js';

const zone = {
  id: 'house',
  name: 'Haus',
  config: {
    modes: { full: { exit_delay_ms: 0, entry_delay_ms: 20_000 } },
    needs_code: { arm: false, disarm: true },
  },
};
const sensor = {
  id: 'door',
  central: 'home',
  interface_id: 'HmIP-RF',
  channel_address: '00F1C0DE00000E:1',
  parameter: 'STATE',
  type: 'door',
  name: 'Haustür',
  config: { modes: ['full'], reaction: 'entry' },
};
const outputs = [
  { id: 'siren', class: 'acoustic_siren', central: 'home', channel_address: '00F1C0DE000015:3' },
  { id: 'call', class: 'notification', central: 'home', channel_address: '00F1C0DE000015:3' },
];
const code = (name: string, pin?: string) => ({
  name,
  kind: 'pin',
  perms: { arm: true, disarm: true, silence: true },
  enabled: true,
  ...(pin === undefined ? {} : { pin }),
});
const at = { params: { id: zone.id } };
const NO_CALL = { wire: [] } as const;
const changed = (new_state: string) => ({
  type: 'alarm.state_changed',
  topic: 'alarm.panel',
  payload: { zone_id: 'house', new_state },
});
const journal = (event: string) => ({ type: 'alarm.journal_appended', topic: 'alarm.panel', payload: { event } });
const noted = (action: string, user = 'test-operator') => ({ action, user });
const configured = (note: string) => ({ action: 'alarm_configure', user: 'test-admin', note });

async function codeNamed({ call }: World, name: string): Promise<string> {
  const { json } = await call('GET', '/api/v1/alarm/codes', { as: 'admin' });
  return json.find((each: { readonly name: string }) => each.name === name).id;
}

/** The alarm system: nothing of it reaches a CCU until an alarm sounds. */
export const ALARM_ROWS: readonly WriteRow[] = [
  {
    of: 'POST /alarm/zones',
    title: 'adds a zone',
    ask: { body: zone },
    ...NO_CALL,
    stream: [journal('configured')],
    answer: [201, expect.objectContaining({ id: 'house', position: 0 })],
    audit: [configured('zone house')],
  },
  {
    of: 'PUT /alarm/zones/{id}/sensors',
    title: 'gives it a door',
    ask: { ...at, body: [sensor] },
    ...NO_CALL,
    stream: [journal('configured')],
    answer: [204, undefined],
    audit: [configured('sensors of house')],
  },
  {
    of: 'PUT /alarm/zones/{id}/outputs',
    title: 'gives it a siren',
    ask: { ...at, body: outputs },
    ...NO_CALL,
    stream: [journal('configured')],
    answer: [204, undefined],
    audit: [configured('outputs of house')],
  },
  {
    of: 'PUT /alarm/zones/{id}',
    title: 'renames it, and its door stays',
    ask: { ...at, body: { ...zone, name: 'Alles' } },
    ...NO_CALL,
    stream: [journal('configured'), { type: 'alarm.panel_changed', topic: 'alarm.panel', payload: { name: 'Alles' } }],
    answer: [204, undefined],
    audit: [configured('zone house')],
  },
  {
    of: 'POST /alarm/codes',
    title: 'adds a PIN and never shows it',
    ask: { body: code('Anna', '4711') },
    ...NO_CALL,
    stream: [journal('configured')],
    answer: [201, expect.not.objectContaining({ pin: expect.anything(), hash: expect.anything() })],
    audit: [noted('alarm_code', 'test-admin')],
  },
  {
    of: 'PUT /alarm/codes/{id}',
    title: 'renames it, and the PIN stays',
    ask: async (_, world) => ({ params: { id: await codeNamed(world, 'Anna') }, body: code('Anne') }),
    ...NO_CALL,
    stream: [journal('configured')],
    answer: [204, undefined],
    audit: [noted('alarm_code', 'test-admin')],
  },
  {
    of: 'POST /alarm/zones/{id}/walktest/start',
    title: 'begins',
    ask: at,
    ...NO_CALL,
    stream: [journal('walk_test_started')],
    answer: [204, undefined],
    audit: [noted('alarm_walk_test')],
  },
  {
    of: 'POST /alarm/zones/{id}/walktest/stop',
    title: 'ends',
    ask: at,
    ...NO_CALL,
    stream: [journal('walk_test_ended')],
    answer: [204, undefined],
    audit: [noted('alarm_walk_test')],
  },
  {
    of: 'POST /alarm/outputs/{id}/test',
    title: 'calls once',
    ask: { params: { id: 'call' } },
    ...NO_CALL,
    stream: [{ type: 'alarm.notification', topic: 'alarm.panel', payload: { reason: 'test', output_id: 'call' } }],
    answer: [204, undefined],
    audit: [noted('alarm_output_test')],
  },
  {
    of: 'POST /alarm/zones/{id}/arm',
    title: 'arms at once without an exit delay',
    ask: { ...at, body: { mode: 'full' } },
    ...NO_CALL,
    stream: [changed('armed'), journal('armed')],
    answer: [200, { state: 'armed', bypassed: [], exit_delay_s: 0 }],
    audit: [noted('alarm_arm')],
  },
  {
    of: 'POST /alarm/zones/{id}/silence',
    title: 'changes nothing without an alarm',
    ask: at,
    ...NO_CALL,
    stream: [],
    answer: [204, undefined],
    audit: [noted('alarm_silence')],
  },
  {
    of: 'POST /alarm/silence-all',
    title: 'changes nothing without an alarm',
    ask: {},
    ...NO_CALL,
    stream: [],
    answer: [204, undefined],
    audit: [noted('alarm_silence')],
  },
  {
    of: 'POST /alarm/zones/{id}/disarm',
    title: 'disarms with the PIN',
    ask: { ...at, body: { code: '4711' } },
    ...NO_CALL,
    stream: [changed('disarmed'), journal('disarmed')],
    answer: [204, undefined],
    audit: [noted('alarm_disarm')],
  },
  {
    of: 'POST /alarm/zones/{id}/acknowledge',
    title: 'changes nothing without an ended alarm',
    ask: at,
    ...NO_CALL,
    stream: [],
    answer: [204, undefined],
    audit: [noted('alarm_acknowledge')],
  },
  {
    of: 'alarm_panel.arm',
    title: 'arms',
    ask: { args: { zone_id: 'house', mode: 'full' } },
    ...NO_CALL,
    stream: [changed('armed')],
    answer: { state: 'armed', bypassed: [], exit_delay_s: 0 },
    audit: [noted('alarm_arm')],
  },
  {
    of: 'alarm_panel.silence',
    title: 'changes nothing without an alarm',
    ask: { args: { zone_id: 'house' } },
    ...NO_CALL,
    stream: [],
    answer: {},
    audit: [noted('alarm_silence')],
  },
  {
    of: 'alarm_panel.silence_all',
    title: 'changes nothing without an alarm',
    ask: { args: {} },
    ...NO_CALL,
    stream: [],
    answer: {},
    audit: [noted('alarm_silence')],
  },
  {
    of: 'alarm_panel.disarm',
    title: 'disarms with the PIN',
    ask: { args: { zone_id: 'house', code: '4711' } },
    ...NO_CALL,
    stream: [changed('disarmed')],
    answer: {},
    audit: [noted('alarm_disarm')],
  },
  {
    of: 'alarm_panel.acknowledge',
    title: 'changes nothing without an ended alarm',
    ask: { args: { zone_id: 'house' } },
    ...NO_CALL,
    stream: [],
    answer: {},
    audit: [noted('alarm_acknowledge')],
  },
  {
    of: 'alarm_panel.codes_create',
    title: 'adds a PIN',
    ask: { args: { code: code('Bert', '0815') } },
    ...NO_CALL,
    stream: [journal('configured')],
    answer: expect.objectContaining({ name: 'Bert', used: false }),
    audit: [noted('alarm_code', 'test-admin')],
  },
  {
    of: 'alarm_panel.codes_update',
    title: 'renames it',
    ask: async (_, world) => ({ args: { id: await codeNamed(world, 'Bert'), code: code('Berta') } }),
    ...NO_CALL,
    stream: [journal('configured')],
    answer: expect.objectContaining({ name: 'Berta' }),
    audit: [noted('alarm_code', 'test-admin')],
  },
  {
    of: 'alarm_panel.codes_delete',
    title: 'removes it',
    ask: async (_, world) => ({ args: { id: await codeNamed(world, 'Berta') } }),
    ...NO_CALL,
    stream: [journal('configured')],
    answer: expect.objectContaining({ deleted: true }),
    audit: [noted('alarm_code', 'test-admin')],
  },
  {
    of: 'DELETE /alarm/codes/{id}',
    title: 'removes a PIN',
    ask: async (_, world) => ({ params: { id: await codeNamed(world, 'Anne') } }),
    ...NO_CALL,
    stream: [journal('configured')],
    answer: [204, undefined],
    audit: [noted('alarm_code', 'test-admin')],
  },
  {
    of: 'DELETE /alarm/zones/{id}',
    title: 'removes the disarmed zone',
    ask: at,
    ...NO_CALL,
    stream: [{ type: 'alarm.panel_changed', topic: 'alarm.panel', payload: { zone_id: 'house', removed: true } }],
    answer: [204, undefined],
    audit: [configured('zone house')],
  },
];
