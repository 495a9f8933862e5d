import type { Plan } from '@ccu-gateway/alarm';
import type { PlannedWrite } from '@ccu-gateway/device-model';
import { expect, it } from 'vitest';
import { withoutBoundKeys } from './bound-keys.js';

const KEY = { central: 'home', interfaceName: 'BidCos-RF', deviceAddress: 'FOB' } as const;
const point = { central: 'home', interfaceName: 'BidCos-RF', channelAddress: 'FOB:1', parameter: 'PRESS_SHORT' };
const OPTIONS = { priority: 'default', signal: new AbortController().signal } as const;
const press = { type: 'BOOL', value: true } as const;
const value = (change: object = {}) =>
  ({
    ...{ ...KEY, kind: 'value', channelAddress: 'FOB:1', channel: 1, parameter: 'PRESS_SHORT', value: press },
    ...change,
  }) as unknown as PlannedWrite;
const paramset = (paramsetKey: string, parameter = 'PRESS_SHORT') =>
  ({
    ...KEY,
    kind: 'paramset',
    address: 'FOB:1',
    paramsetKey,
    values: { [parameter]: press },
  }) as unknown as PlannedWrite;

/** A writer with one bound key; `written` are the writes that the CCU gets. */
function start() {
  const written: PlannedWrite[] = [];
  const plan = { config: { zones: [], codes: [{ id: 'fob' }, { id: 'key', binding: { point } }] } } as unknown as Plan;
  const inner = { write: async (write: PlannedWrite) => void written.push(write) };
  return { written, ccu: withoutBoundKeys(inner, () => plan) };
}

it.each([
  ['as a value', value()],
  ['in a paramset', paramset('VALUES')],
])('a press of a key that is bound to a code is not written %s', async (_, write) => {
  const { ccu, written } = start();
  const refusal = ccu.write(write, OPTIONS);
  await expect(refusal).rejects.toMatchObject({ code: 'forbidden', details: { reason: 'alarm_key' } });
  expect(written).toEqual([]);
});

it('writes everything else', async () => {
  const { ccu, written } = start();
  const others = [
    value({ parameter: 'PRESS_LONG' }),
    value({ channelAddress: 'FOB:2', channel: 2 }),
    value({ central: 'other' }),
    paramset('MASTER'),
    paramset('VALUES', 'PRESS_LONG'),
  ];
  for (const write of others) await ccu.write(write, OPTIONS);
  expect(written).toEqual(others);
});
