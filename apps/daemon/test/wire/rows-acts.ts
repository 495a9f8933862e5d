import { expect } from 'vitest';
import type { World } from '../world.js';
import type { WriteRow } from './row.js';

const DIMMER = '00F1C0DE000007';
const write = (value: number) => ({ device_address: DIMMER, channel: 4, parameter: 'LEVEL', value });
const half = { name: 'Dim the table', writes: [write(0.5)], duration_seconds: 3600 };
const changed = (value: number) => ({
  type: 'datapoint.value_changed',
  topic: `device.${DIMMER}.channels.4.data_points.LEVEL`,
  payload: { value },
});
const acted = (state: string) => ({ type: 'act.changed', topic: 'system.acts', payload: { state } });
const sent = (value: number) => `HmIP-RF setValue "${DIMMER}:4" "LEVEL" double ${value}`;
const wrote = (after: number, user: string) => ({
  action: 'act_write',
  user,
  device_address: DIMMER,
  channel_no: 4,
  changes: [{ parameter: 'LEVEL', after }],
});
const noted = (action: string) => ({ action, user: 'test-operator', note: half.name });

async function runningAct({ call }: World): Promise<string> {
  const { json } = await call('GET', '/api/v1/acts', { as: 'viewer' });
  return json.acts.find(({ state }: { readonly state: string }) => state === 'active').id;
}

/** Acts: several writes with an end. They answer before anything is sent, so a CCU that is away refuses none. */
export const ACT_ROWS: readonly WriteRow[] = [
  {
    of: 'PUT /devices/{addr}/channels/{no}/data-points/{param}/value',
    title: 'sets the level that an act goes back to',
    ask: { params: { addr: DIMMER, no: 4, param: 'LEVEL' }, body: { value: 0.8 } },
    wire: [sent(0.8)],
    stream: [changed(0.8)],
    answer: [202, undefined],
    audit: [{ action: 'data_point_write' }],
  },
  {
    of: 'POST /acts',
    title: 'sends its values and is in force',
    ask: { body: half },
    wire: [sent(0.5)],
    stream: [changed(0.5), acted('active')],
    answer: [202, expect.objectContaining({ name: half.name, by: 'test-operator', ends_at: expect.any(String) })],
    audit: [noted('act_start'), wrote(0.5, 'test-operator')],
  },
  {
    of: 'POST /acts/{id}/end',
    title: 'sends the values before',
    ask: async (_, world) => ({ params: { id: await runningAct(world) } }),
    wire: [sent(0.8)],
    stream: [changed(0.8), acted('ended')],
    answer: [202, expect.objectContaining({ name: half.name, state: 'ending' })],
    audit: [noted('act_end'), wrote(0.8, 'acts')],
  },
  {
    of: 'acts.start',
    title: 'sends its values and is in force',
    ask: { args: half },
    wire: [sent(0.5)],
    stream: [changed(0.5), acted('active')],
    answer: expect.objectContaining({ name: half.name, state: 'sending' }),
    audit: [noted('act_start'), wrote(0.5, 'test-operator')],
  },
  {
    of: 'acts.end',
    title: 'sends the values before',
    ask: async (_, world) => ({ args: { id: await runningAct(world) } }),
    wire: [sent(0.8)],
    stream: [changed(0.8), acted('ended')],
    answer: expect.objectContaining({ name: half.name, state: 'ending' }),
    audit: [noted('act_end'), wrote(0.8, 'acts')],
  },
];
