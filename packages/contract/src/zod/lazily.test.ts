import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { lazily } from './lazily.js';

describe('a lazy schema', () => {
  it('is made once, by the first reading of a member', () => {
    const make = vi.fn(() => z.object({ address: z.string() }));
    const schema = lazily(make);
    expect(make).not.toHaveBeenCalled();
    expect(schema.parse({ address: 'A' })).toEqual({ address: 'A' });
    expect(schema.safeParse({ address: 1 }).success).toBe(false);
    expect(Object.keys(schema.shape)).toEqual(['address']);
    expect(make).toHaveBeenCalledOnce();
  });

  it('is not made by a schema around it, until that one reads a value', () => {
    const make = vi.fn(() => z.string());
    const around = z.object({ inner: lazily(make) });
    expect(make).not.toHaveBeenCalled();
    expect(around.safeParse({ inner: 1 }).error?.issues).toMatchObject([{ path: ['inner'] }]);
    expect(make).toHaveBeenCalledOnce();
  });

  it('has class, metadata and documents of the schema that was made', () => {
    const inner = lazily(() => z.int().describe('A number.').meta({ id: 'LazyNumber' }));
    const schema = lazily(() => z.object({ a: inner, b: z.array(inner) }));
    expect(schema).toBeInstanceOf(z.ZodObject);
    expect(z.globalRegistry.get(inner)).toEqual({ id: 'LazyNumber', description: 'A number.' });
    const { $defs, properties } = z.toJSONSchema(schema);
    expect(Object.keys($defs ?? {})).toEqual(['LazyNumber']);
    expect(properties).toEqual({
      a: { $ref: '#/$defs/LazyNumber' },
      b: { type: 'array', items: { $ref: '#/$defs/LazyNumber' } },
    });
  });

  it('gives methods of a schema, which make others', () => {
    const device = lazily(() => z.object({ address: z.string(), name: z.string() }));
    expect(device.omit({ name: true }).parse({ address: 'A', name: 'B' })).toEqual({ address: 'A' });
    expect(device.optional().parse(undefined)).toBeUndefined();
    expect(
      z.discriminatedUnion('kind', [lazily(() => z.object({ kind: z.literal('a') }))]).parse({ kind: 'a' }),
    ).toEqual({
      kind: 'a',
    });
  });

  it('refuses a reading while it is made, instead of an endless loop', () => {
    const schema: z.ZodType = lazily(() => z.object({ itself: schema.optional() }));
    expect(() => schema.parse({})).toThrow('A schema was read while it was made');
  });

  it('refuses a value that is no schema', () => {
    const schema = lazily(() => ['viewer'] as unknown as z.ZodString);
    expect(() => schema.parse('')).toThrow('Only a schema is made lazily');
  });
});
