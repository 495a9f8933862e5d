import { readFileSync } from 'node:fs';
import { serviceCaller } from '@ccu-gateway/gateway-core';
import { expect, it } from 'vitest';
import { createWorld, SWITCH } from '../../gateway-core/test/world.js';
import { createSessions, type McpAnswer } from '../src/index.js';

type Serve = (
  method: string,
  header: (name: string) => string | undefined,
  body: object,
  caller: object,
) => Promise<McpAnswer>;

it('runs the example of the README: an assistant begins a session and switches a light', async () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const [, code = ''] = /```js\n([\s\S]*?)```/.exec(readme) ?? [];
  const body = code.replace(/^import .*$/m, '').replace('export function', 'return function');
  const make = new Function('createSessions', body)(createSessions) as (parts: object) => Serve;
  const { core } = createWorld();
  const silent = () => undefined;
  const log = { debug: silent, info: silent, warn: silent, error: silent };
  const after = (_ms: number, run: () => void) => {
    const timer = setTimeout(run, 0);
    return () => clearTimeout(timer);
  };
  let ids = 0;
  const randomHex = (digits: number) => {
    ids += 1;
    return String(ids).padStart(digits, '0');
  };
  const serve = make({
    core,
    log,
    clock: { now: () => 1, after: (ms: number, run: () => void) => (ms > 10_000 ? silent : after(ms, run)) },
    randomHex,
  });
  const caller = serviceCaller({ name: 'assistant', role: 'operator' });
  let session: string | undefined;
  const headers = () =>
    new Map<string, string>([
      ['accept', 'application/json, text/event-stream'],
      ['content-type', 'application/json'],
      ...(session === undefined ? [] : [['mcp-session-id', session] as const]),
    ]);
  const ask = async (method: string, params: object) => {
    const answer = await serve(
      'POST',
      (name) => headers().get(name),
      { jsonrpc: '2.0', id: 1, method, params },
      caller,
    );
    session ??= answer.sessionId;
    return JSON.parse(String(answer.body)).result;
  };
  const clientInfo = { name: 'test', version: '1' };
  expect(await ask('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo })).toMatchObject({
    serverInfo: { name: 'ccu-gateway' },
  });
  const { structuredContent } = await ask('tools/call', {
    name: 'switch_device',
    arguments: { device: SWITCH, on: true },
  });
  expect(structuredContent).toMatchObject({ status: 'confirmed', state: { is_on: true } });
});
