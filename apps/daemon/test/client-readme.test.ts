import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as client from '@ccu-gateway/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { repository } from './process.js';
import { startWorld, type World } from './world.js';

const SWITCH = { addr: '00F1C0DE000005', no: 4, param: 'STATE' } as const;
const readme = readFileSync(join(repository, 'packages/client/README.md'), 'utf8');
const programs = [...readme.matchAll(/```js\n([\s\S]*?)```/g)].map(([, program]) => program ?? '');

describe('the README of the client', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld();
  });
  afterAll(() => world.close());

  /** Runs a program; answers what it prints and what it holds in the end. */
  async function run(program: string | undefined, result = 'undefined') {
    const body = (program ?? '').replace(/^import (\{.*\}) from '@ccu-gateway\/client';$/gm, 'const $1 = client;');
    expect(body).not.toContain('import');
    const lines: string[] = [];
    const console = {
      log: (...parts: unknown[]) => lines.push(parts.join(' ')),
      error: (...parts: unknown[]) => lines.push(`error: ${parts.join(' ')}`),
    };
    const process = { env: { CCU_GATEWAY_URL: world.url, CCU_GATEWAY_TOKEN: world.tokens.operator } };
    const start = new Function('client', 'console', 'process', `return (async () => {${body}; return ${result};})()`);
    return { lines, result: await start(client, console, process) };
  }

  it('has three programs', () => expect(programs).toHaveLength(3));

  it('lists devices and shows the answer to a refused value', async () => {
    const { lines } = await run(programs[0]);
    expect(lines).toHaveLength(4);
    expect(lines[0]).toMatch(/^[A-Z0-9]+ \S+$/);
    expect(lines[3]).toBe('validation value');
  });

  it('follows all devices', async () => {
    const { lines, result } = await run(programs[1], '{ house, gateway }');
    const { house, gateway } = result as { house: client.FollowedHouse; gateway: client.Gateway };
    expect(lines).toEqual(['true']);
    const { value } = await gateway.call('getDataPoint', { path: SWITCH });
    await gateway.call('setDataPointValue', { path: SWITCH, body: { value: value !== true } });
    await expect.poll(() => lines).toContain(`STATE ${value !== true}`);
    await house.close();
  });

  it('reads events after a number', async () => {
    const gateway = client.createClient({ url: world.url, token: world.tokens.operator });
    await gateway.call('setDataPointValue', { path: SWITCH, body: { value: false } });
    await expect.poll(() => gateway.call('getDataPoint', { path: SWITCH })).toMatchObject({ value: false });
    expect((await run(programs[2])).lines).toEqual(['STATE true']);
  });
});
