import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CustomDPSummary } from '@ccu-gateway/contract/types';
import { expect, it } from 'vitest';
import type { Found, PlannedOperation } from './index.js';

it('the program in the README works as described', async () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const program = /```ts\n(?<code>[\s\S]*?)```/.exec(readme)?.groups?.code ?? '';
  const folder = mkdtempSync(join(tmpdir(), 'device-model-readme-'));
  try {
    const sourceOf = (path: string) => JSON.stringify(new URL(path, import.meta.url).pathname);
    const source = program
      .replace("'@ccu-gateway/device-model'", sourceOf('./index.ts'))
      .replace("'@ccu-gateway/ccu-client/interfaces'", sourceOf('../../ccu-client/src/interfaces/index.ts'));
    writeFileSync(join(folder, 'program.ts'), source);
    const { lamp, off } = (await import(join(folder, 'program.ts'))) as {
      lamp: Found<CustomDPSummary>;
      off: PlannedOperation;
    };
    expect(lamp).toMatchObject({ ok: true, value: { kind: 'switch', state: { is_on: true } } });
    expect(off).toMatchObject({
      ok: true,
      writes: [{ channelAddress: '0001D3C99C0001:3', parameter: 'STATE', value: { type: 'boolean', value: false } }],
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
