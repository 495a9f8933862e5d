import fc from 'fast-check';
import { expect, it } from 'vitest';
import { blobOf } from './form-body.js';

const texts = fc.string({ unit: fc.constantFrom('a', '"', '\r', '\n', '%', 'ü', '🏠', '-', ':', ' ') });
const files = fc.record({
  bytes: fc.uint8Array({ maxLength: 50 }),
  // Node reads an empty file name as a text.
  name: texts.map((text) => `a${text}`),
  type: fc.constantFrom('', 'text/plain', 'application/x-tar'),
});
const forms = fc.array(fc.tuple(texts, fc.oneof(texts, files)), { maxLength: 5 });

async function read(form: FormData): Promise<unknown> {
  const parts = [];
  for (const [name, value] of form) {
    if (typeof value === 'string') parts.push([name, value]);
    else parts.push([name, value.name, value.type, new Uint8Array(await value.arrayBuffer())]);
  }
  return parts;
}

it('is read again as fetch would have sent the form', async () => {
  await fc.assert(
    fc.asyncProperty(forms, async (entries) => {
      const form = new FormData();
      for (const [name, value] of entries) {
        if (typeof value === 'string') form.append(name, value);
        else form.append(name, new Blob([new Uint8Array(value.bytes)], { type: value.type }), value.name);
      }
      const sent = await new Response(blobOf(form)).formData();
      expect(await read(sent)).toEqual(await read(await new Response(form).formData()));
    }),
  );
});
