import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { startSimulator } from '../src/index.js';

describe('the README', () => {
  it('has a program that runs and prints its shown output', async () => {
    const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');
    const [, program = ''] = /```ts\n([\s\S]*?)```/.exec(readme) ?? [];
    const body = program.replace(/^import .*$/m, '');
    const printed: string[] = [];
    const run = new Function('startSimulator', 'console', `return (async () => {${body}})()`) as (
      start: typeof startSimulator,
      out: { log(line: unknown): void },
    ) => Promise<void>;
    await run(startSimulator, { log: (line) => void printed.push(String(line)) });
    expect(printed[0]).toMatch(/^51 devices, HmIP-RF on port \d+$/);
    expect(printed.slice(1)).toEqual(['21.5', '503']);
  });

  it('has the counts of devices and types of the simulator', async () => {
    const simulator = await startSimulator();
    const devices = simulator.house.devices();
    await simulator.close();
    const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');
    const types = new Set(devices.map((device) => device.description.TYPE)).size;
    expect(readme).toContain(`An installation** of ${devices.length} devices of ${types} types`);
  });
});
