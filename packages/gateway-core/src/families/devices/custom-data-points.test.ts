import type { PlannedWrite } from '@ccu-gateway/device-model';
import { expect, it } from 'vitest';
import type { AuditEntry } from '../../ports/house.js';
import type { Caller } from '../../use-case/caller.js';
import { GatewayError } from '../../use-case/errors.js';
import { operate } from './custom-data-points.js';

const target = { central: 'home', interfaceName: 'BidCos-RF', deviceAddress: 'LIGHT' } as const;
const color: PlannedWrite = {
  kind: 'value',
  ...target,
  channelAddress: 'LIGHT:2',
  channel: 2,
  parameter: 'COLOR',
  value: { type: 'i4', value: 66 },
  momentary: false,
};
const level: PlannedWrite = {
  kind: 'paramset',
  ...target,
  address: 'LIGHT:1',
  paramsetKey: 'VALUES',
  values: { ON_TIME: { type: 'double', value: 5 }, LEVEL: { type: 'double', value: 1 } },
};

const caller = {
  principal: { key: 'local:anna', subject: 'anna', scheme: 'session', role: 'operator' },
  facts: { peer: '127.0.0.1' },
  requestId: 'r',
  signal: new AbortController().signal,
} as unknown as Caller;

async function operated(writes: readonly PlannedWrite[], refused: PlannedWrite) {
  const sent: PlannedWrite[] = [];
  const entries: AuditEntry[] = [];
  const ports = {
    devices: { planOperation: () => ({ ok: true, writes, urgent: false }) },
    ccu: {
      async write(write: PlannedWrite) {
        sent.push(write);
        if (write === refused) throw new GatewayError('upstream_unavailable', 'no answer', { reason: 'fault' });
      },
    },
    audit: { record: (entry: AuditEntry) => void entries.push(entry) },
    clock: { now: () => 1 },
  } as unknown as Parameters<typeof operate>[0];
  const request = { address: 'LIGHT', name: 'LEVEL', operation: 'set_color' };
  const error = await operate(ports, caller, request).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return { sent, entries, error };
}

it('an operation of several writes lists the ones made before a refusal, and so does the history', async () => {
  const { sent, entries, error } = await operated([color, level, color], level);
  expect(sent).toEqual([color, level]);
  expect(error).toMatchObject({
    code: 'upstream_unavailable',
    message: 'no answer. Done before: LIGHT:2 COLOR',
    details: { reason: 'fault', members: { applied: ['LIGHT:2 COLOR'] } },
  });
  expect(entries).toMatchObject([
    { action: 'custom_data_point_operation', outcome: 'partial', note: 'LIGHT:2 COLOR', user: 'anna' },
  ]);
});

it('an operation of which nothing was done leaves no trace', async () => {
  const { entries, error } = await operated([level, color], level);
  expect(error).toMatchObject({ message: 'no answer', details: { reason: 'fault' } });
  expect(entries).toEqual([]);
});
