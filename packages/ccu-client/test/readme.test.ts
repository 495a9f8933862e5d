import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as client from '../src/index.js';
import { startFakeCcu } from './fake-ccu.js';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

/** The program of the README, with hosts and ports of this test in place of those of a house. */
function program(changes: Readonly<Record<string, string>>): string {
  const code = /```ts\n([\s\S]*?)```/.exec(readme)?.[1] ?? '';
  const body = code.replace(/^import .*$/m, '').replace(' as const', '');
  return Object.entries(changes).reduce((text, [from, to]) => text.replace(from, to), body);
}

describe('the program in the README', () => {
  it('runs and prints the events of the CCU', async () => {
    const fake = await startFakeCcu();
    const lines: unknown[][] = [];
    let printed = () => undefined as unknown;
    const heard = new Promise<void>((resolve) => {
      printed = () => lines.some((line) => line[1] === 'STATE') && resolve();
    });
    const console = {
      log: (...line: unknown[]) => {
        lines.push(line);
        if (line[1] === 'connected') void fake.event('LEQ1234567:1', 'STATE', true);
        printed();
      },
    };
    const source = program({
      "'HmIP-RF', 'BidCos-RF', 'CUxD'": `{ name: 'BidCos-RF', port: ${fake.rpcPort} }`,
      "'0.0.0.0', port: 8120, binPort: 8129": "'127.0.0.1', port: 0, binPort: 0",
      "'ccu.local'": "'127.0.0.1'",
      "password: 'secret'": `password: 'secret', jsonRpcPort: ${fake.jsonPort}`,
    });
    const AsyncFunction = (async () => undefined).constructor as new (
      ...parts: string[]
    ) => (...values: unknown[]) => Promise<{ ccu: client.Ccu; callbacks: client.CallbackServer }>;
    const run = new AsyncFunction(
      'connectCcu',
      'openCallbackServer',
      'console',
      `${source}\nreturn { ccu, callbacks };`,
    );
    const { ccu, callbacks } = await run(client.connectCcu, client.openCallbackServer, console);
    await heard;
    expect(lines).toContainEqual(['LEQ1234567:1', 'STATE', true]);
    expect(lines).toContainEqual(['BidCos-RF', 'connected', '']);
    await ccu.close();
    await callbacks.close();
    await fake.close();
  });

  it('is ten lines at most, and the error codes it names are those there are', () => {
    const code = /```ts\n([\s\S]*?)```/.exec(readme)?.[1] ?? '';
    expect(
      code.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('import')).length,
    ).toBeLessThanOrEqual(10);
    const source = readFileSync(new URL('../src/model/errors.ts', import.meta.url), 'utf8');
    const codes = [...source.matchAll(/^ {2}\| '([a-z_]+)'/gm)].map(([, code]) => code!);
    expect(codes.length).toBeGreaterThan(10);
    for (const one of codes) expect(readme).toContain(`\`${one}\``);
  });
});
