import type { Sysvar } from '@ccu-gateway/ccu-client';
import { expect, it } from 'vitest';
import { EVERYTHING, type HubReader, readPart } from './parts.js';

const variable = (id: number, internal: boolean) => ({ id, internal, description: '' }) as Sysvar;

it('counters of messages are taken over although a restart of the CCU made them internal', async () => {
  const read = [variable(40, true), variable(41, true), variable(950, false), variable(3439, true)];
  // Only the system variables are read.
  const ccu = { hub: { sysvars: async () => read } } as unknown as HubReader;
  const taken = async (selection: Partial<typeof EVERYTHING>) =>
    (await readPart(ccu, 'sysvars', { ...EVERYTHING, ...selection })).sysvars?.map(({ id }) => id);
  expect(await taken({})).toEqual([40, 41, 950, 3439]);
  expect(await taken({ internalVariables: false })).toEqual([40, 41, 950]);
  expect(await taken({ variableMarkers: ['HAHM'] })).toEqual([40, 41]);
});
