import { alwaysSent, trueOnly, wordOf } from '@ccu-gateway/contract';
import { expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { createSchemaBook } from './schema.js';

const view = z.object({
  name: z.string(),
  central: alwaysSent(z.string()),
  kind: alwaysSent(wordOf(['climate', 'simple'])).describe('What it is.'),
  pending: trueOnly.optional(),
});

it('documents members as optional and open although the code always sends them and knows them more exactly', () => {
  expectTypeOf<z.output<typeof view>>().toEqualTypeOf<{
    name: string;
    central: string;
    kind: 'climate' | 'simple';
    pending?: true;
  }>();
  expect(createSchemaBook('#/').of(view, 'output')).toEqual({
    type: 'object',
    properties: {
      name: { type: 'string' },
      central: { type: 'string' },
      kind: { type: 'string', description: 'What it is.' },
      pending: { type: 'boolean' },
    },
    required: ['name'],
  });
});

it('lists no required members if none is promised', () => {
  expect(createSchemaBook('#/').of(z.object({ central: alwaysSent(z.string()) }), 'output')).toEqual({
    type: 'object',
    properties: { central: { type: 'string' } },
  });
});
