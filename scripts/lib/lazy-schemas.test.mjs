import { describe, expect, it } from 'vitest';
import { withLazySchemas } from './lazy-schemas.mjs';

const changed = (text) =>
  withLazySchemas('a.ts', text, './lazily.js').replaceAll('/* @__PURE__ */ lazySchema(() => ', '‹');
const head = "import { lazily as lazySchema } from './lazily.js';";

describe('a module of schemas, as it is built', () => {
  it('makes its outermost schemas lazily, and stays in its lines', () => {
    const text = 'export const a = z\n  .object({ b: z.string() })\n  .meta({ id: "A" });\nconst c = a.optional();\n';
    expect(changed(text)).toBe(
      `${head}export const a = ‹z\n  .object({ b: z.string() })\n  .meta({ id: "A" }));\nconst c = ‹a.optional());\n`,
    );
  });

  it('makes each schema of a list of members or of an operation lazily', () => {
    expect(changed('const o = operation({ query: z.object({}), responses: { 200: { schema: z.int() } } });')).toBe(
      `${head}const o = operation({ query: ‹z.object({})), responses: { 200: { schema: ‹z.int()) } } });`,
    );
  });

  it('leaves schemas in functions alone, except those of twins, which are made while the module loads', () => {
    const own = 'const listOf = (one) => z.array(one);';
    expect(changed(own)).toBe(own);
    expect(changed('operation({ ws: (twin) => twin({ args: z.object({}) }), handler: () => z.int() });')).toBe(
      `${head}operation({ ws: (twin) => twin({ args: ‹z.object({})) }), handler: () => z.int() });`,
    );
  });

  it('takes only calls that return a schema', () => {
    const text =
      'const d = z.toJSONSchema(a); const words = role.options.filter(isLong); const s = a.shape.b; const r = /x/u;';
    expect(changed(text)).toBe(text);
  });
});
