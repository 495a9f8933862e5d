import { expect } from 'vitest';
import type { World } from '../world.js';
import type { WriteRow } from './row.js';

const byOperator = { user: 'test-operator' };
const config = { series: [{ central: 'home', point: '000A:1:ACTUAL_TEMPERATURE' }], range: 'day' };

const idOf = async (world: World, name: string): Promise<string> => {
  const { diagrams } = (await world.call('GET', '/api/v1/diagrams')).json;
  return diagrams.find((each: { name: string }) => each.name === name)?.id;
};

const row = (of: string, rest: Omit<WriteRow, 'of' | 'wire' | 'stream'>): WriteRow => ({
  of,
  wire: [],
  stream: [],
  ...rest,
});

/** Saved diagrams: the gateway keeps them, and no CCU learns of them. */
export const DIAGRAM_ROWS: readonly WriteRow[] = [
  row('POST /diagrams', {
    title: 'saves a diagram of the caller with members that the gateway does not know',
    ask: { body: { name: 'Klima', visibility: 'shared', config } },
    answer: [201, expect.objectContaining({ name: 'Klima', owner: 'test-operator', is_own: true, config })],
    audit: [{ action: 'diagram_create', ...byOperator, note: 'Klima' }],
  }),
  row('diagrams.create', {
    title: 'saves a diagram without series',
    ask: { args: { name: 'Entwurf', visibility: 'shared' } },
    answer: expect.objectContaining({ name: 'Entwurf', visibility: 'shared', config: {} }),
    audit: [{ action: 'diagram_create', ...byOperator, note: 'Entwurf' }],
  }),
  row('PUT /diagrams/{id}', {
    title: 'replaces a diagram',
    ask: async (_, world) => ({
      params: { id: await idOf(world, 'Klima') },
      body: { name: 'Klima oben', visibility: 'shared', config: {} },
    }),
    answer: [200, expect.objectContaining({ name: 'Klima oben', config: {} })],
    audit: [{ action: 'diagram_update', ...byOperator, note: 'Klima oben' }],
  }),
  row('diagrams.update', {
    title: 'replaces a diagram in full',
    ask: async (_, world) => ({
      args: { id: await idOf(world, 'Klima oben'), name: 'Klima', visibility: 'shared', config },
    }),
    answer: expect.objectContaining({ name: 'Klima', config }),
    audit: [{ action: 'diagram_update', note: 'Klima' }],
  }),
  row('DELETE /diagrams/{id}', {
    title: 'deletes a diagram',
    ask: async (_, world) => ({ params: { id: await idOf(world, 'Entwurf') } }),
    answer: [204, undefined],
    audit: [{ action: 'diagram_delete', ...byOperator, note: 'Entwurf' }],
  }),
  row('diagrams.delete', {
    title: 'deletes the other diagram',
    ask: async (_, world) => ({ args: { id: await idOf(world, 'Klima') } }),
    answer: expect.anything(),
    audit: [{ action: 'diagram_delete', note: 'Klima' }],
  }),
];
