import { expect } from 'vitest';
import type { World } from '../world.js';
import type { WriteRow } from './row.js';

const byOperator = { user: 'test-operator' };
const CHANGED = { type: 'areas.changed', topic: 'system.areas', payload: {} };

const idOf = async (world: World, name: string): Promise<string> =>
  (await world.call('GET', '/api/v1/areas')).json.find((each: { name: string }) => each.name === name)?.id;

const row = (of: string, rest: Omit<WriteRow, 'of' | 'wire' | 'stream'>): WriteRow => ({
  of,
  wire: [],
  stream: [CHANGED],
  ...rest,
});

/** Floors over rooms: the gateway keeps them, and no CCU learns of them. */
export const AREA_ROWS: readonly WriteRow[] = [
  row('POST /areas', {
    title: 'makes a floor with rooms of the CCU',
    ask: { body: { name: 'Erdgeschoss', rooms: ['Küche', 'Flur', 'Flur'] } },
    answer: [201, expect.objectContaining({ name: 'Erdgeschoss', position: 0, rooms: ['Küche', 'Flur'] })],
    audit: [{ action: 'area_create', ...byOperator, note: 'Erdgeschoss' }],
  }),
  row('areas.create', {
    title: 'makes a floor, and a room leaves the floor that had it',
    ask: { args: { name: 'Keller', rooms: ['Flur'] } },
    answer: expect.objectContaining({ name: 'Keller', position: 1, rooms: ['Flur'] }),
    audit: [{ action: 'area_create', ...byOperator, note: 'Keller' }],
  }),
  row('PUT /areas/{id}/rooms', {
    title: 'gives a floor exactly these rooms',
    ask: async (_, world) => ({
      params: { id: await idOf(world, 'Erdgeschoss') },
      body: { rooms: ['Flur', 'Küche'] },
    }),
    answer: [200, expect.objectContaining({ rooms: ['Flur', 'Küche'] })],
    audit: [{ action: 'area_rooms', changes: [{ parameter: 'rooms', before: ['Küche'], after: ['Flur', 'Küche'] }] }],
  }),
  row('areas.set_rooms', {
    title: 'leaves a floor without a room',
    ask: async (_, world) => ({ args: { id: await idOf(world, 'Keller'), rooms: [] } }),
    answer: expect.objectContaining({ name: 'Keller', rooms: [] }),
    audit: [{ action: 'area_rooms', note: 'Keller' }],
  }),
  row('PUT /areas/{id}', {
    title: 'renames a floor and moves it to the front',
    ask: async (_, world) => ({
      params: { id: await idOf(world, 'Keller') },
      body: { name: 'Untergeschoss', position: 0 },
    }),
    answer: [200, expect.objectContaining({ name: 'Untergeschoss', position: 0 })],
    audit: [
      {
        action: 'area_update',
        changes: [
          { parameter: 'name', before: 'Keller', after: 'Untergeschoss' },
          { parameter: 'position', after: 0 },
        ],
      },
    ],
  }),
  row('areas.update', {
    title: 'moves a floor behind the last one',
    ask: async (_, world) => ({ args: { id: await idOf(world, 'Untergeschoss'), position: 9 } }),
    answer: expect.objectContaining({ name: 'Untergeschoss', position: 1 }),
    audit: [{ action: 'area_update', note: 'Untergeschoss' }],
  }),
  row('DELETE /areas/{id}', {
    title: 'deletes a floor',
    ask: async (_, world) => ({ params: { id: await idOf(world, 'Untergeschoss') } }),
    answer: [204, undefined],
    audit: [{ action: 'area_delete', ...byOperator, note: 'Untergeschoss' }],
  }),
  row('areas.delete', {
    title: 'deletes the other floor',
    ask: async (_, world) => ({ args: { id: await idOf(world, 'Erdgeschoss') } }),
    answer: expect.anything(),
    audit: [{ action: 'area_delete', ...byOperator, note: 'Erdgeschoss' }],
  }),
];
