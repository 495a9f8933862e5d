import { expect } from 'vitest';
import type { World } from '../world.js';
import type { WriteRow } from './row.js';

const DETECTOR = '00F1C0DE000013';
const ID = `smoke:home:${DETECTOR}`;
const REF = `device:home:${DETECTOR}`;
const at = { params: { id: ID } };
const byOperator = (action: string) => ({ action, user: 'test-operator' });
const changed = (change: string) => ({
  type: 'security.fault_changed',
  topic: 'security.faults',
  payload: { change, fault: expect.objectContaining({ id: ID }) },
});
const soon = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

/** Raises smoke, or ends it, and waits until the overview has it. */
const smoke = (status: 0 | 1) => async (world: World) => {
  world.simulator.emit(`${DETECTOR}:1`, 'SMOKE_DETECTOR_ALARM_STATUS', status);
  const lasts = async () =>
    (await world.call('GET', '/api/v1/warnings')).json.some((each: { readonly id: string }) => each.id === ID);
  await expect.poll(lasts, { timeout: 10_000 }).toBe(status === 1);
};

const row = (of: string, rest: Omit<WriteRow, 'of' | 'wire'>): WriteRow => ({ of, wire: [], ...rest });

/** Smoke in the security overview: the gateway keeps it, and no CCU learns of it. */
export const SECURITY_ROWS: readonly WriteRow[] = [
  row('PUT /warnings/{id}/silence', {
    title: 'silences it for an hour, and it needs attention alone',
    before: smoke(1),
    ask: () => ({ ...at, body: { until: soon(1) } }),
    stream: [
      changed('silenced'),
      { type: 'security.class_changed', topic: 'security.classes', payload: { class: 'smoke' } },
    ],
    answer: [200, expect.objectContaining({ id: ID, level: 'attention', silenced_by: 'test-operator' })],
    audit: [byOperator('security_silence')],
  }),
  row('DELETE /warnings/{id}/silence', {
    title: 'ends its silence',
    ask: at,
    stream: [
      changed('unsilenced'),
      { type: 'security.notification', topic: 'security.notifications', payload: { fault_id: ID } },
    ],
    answer: [204, undefined],
    audit: [byOperator('security_unsilence')],
  }),
  row('warnings.silence', {
    title: 'silences it',
    ask: () => ({ args: { id: ID, until: soon(2) } }),
    stream: [changed('silenced')],
    answer: expect.objectContaining({ id: ID, level: 'attention' }),
    audit: [byOperator('security_silence')],
  }),
  row('warnings.unsilence', {
    title: 'ends its silence',
    ask: { args: { id: ID } },
    stream: [changed('unsilenced')],
    answer: {},
    audit: [byOperator('security_unsilence')],
  }),
  row('PUT /security/sources/{ref}', {
    title: 'leaves the detector out',
    ask: { params: { ref: REF }, body: { excluded: ['smoke'] } },
    stream: [changed('cleared')],
    answer: [200, expect.objectContaining({ ref: REF, excluded: ['smoke'] })],
    audit: [
      {
        action: 'security_source',
        user: 'test-admin',
        changes: [{ parameter: 'excluded', before: [], after: ['smoke'] }],
      },
    ],
  }),
  row('security.put_source', {
    title: 'counts the detector again',
    ask: { args: { ref: REF, excluded: [] } },
    stream: [changed('raised')],
    answer: expect.objectContaining({ ref: REF, excluded: [] }),
    audit: [{ action: 'security_source', user: 'test-admin' }],
  }),
  row('POST /security/faults/{id}/acknowledge', {
    title: 'acknowledges it, and it counts on',
    ask: at,
    stream: [changed('acknowledged')],
    answer: [204, undefined],
    audit: [byOperator('security_acknowledge')],
  }),
  row('security.acknowledge', {
    title: 'takes smoke that ended from the list',
    before: async (world) => {
      // An acknowledged one would end without a trace.
      await smoke(0)(world);
      await smoke(1)(world);
      await smoke(0)(world);
    },
    ask: { args: { id: ID } },
    stream: [changed('cleared')],
    answer: {},
    audit: [byOperator('security_acknowledge')],
  }),
];
