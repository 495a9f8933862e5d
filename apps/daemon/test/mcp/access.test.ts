import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { World } from '../world.js';
import { connectAssistant, startMcpWorld } from './assistant.js';

const BY = { subject: 'test', scheme: 'cli', peer: '' } as const;
const ACCEPT = { accept: 'application/json, text/event-stream' };
const CLIENT = { name: 'raw', version: '1' };
const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: CLIENT },
};

let world: World;
beforeAll(async () => {
  world = await startMcpWorld({ allow: 'everything' });
});
afterAll(() => world.close());

const post = (
  body: unknown,
  headers: Record<string, string> = {},
  as: 'viewer' | 'operator' | 'stranger' = 'operator',
) => world.call('POST', '/mcp', { as, body, headers: { ...ACCEPT, ...headers } });

const begin = async (as: 'viewer' | 'operator' = 'operator') => {
  const { status, headers } = await post(initialize, {}, as);
  expect(status).toBe(200);
  return headers.get('mcp-session-id') ?? '';
};

describe('the address of assistants', () => {
  it('refuses a caller without a credential, and asks for a token', async () => {
    const { status, headers } = await post(initialize, {}, 'stranger');
    expect(status).toBe(401);
    expect(headers.get('www-authenticate')).toMatch(/^Bearer realm=/);
  });

  it('refuses pages of other sites, also with a token, and a page under a name that leads here has no credential [P04]', async () => {
    const { port } = new URL(world.url);
    const rebound = { host: `evil.example:${port}`, origin: `http://evil.example:${port}` };
    const status = await new Promise((resolve, reject) => {
      const headers = { ...ACCEPT, ...rebound, 'content-type': 'application/json' };
      const sent = request(new URL('/mcp', world.url), { method: 'POST', headers }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      });
      sent.on('error', reject);
      sent.end(JSON.stringify(initialize));
    });
    expect(status).toBe(401);
    expect((await post(initialize, { origin: 'https://evil.example' })).json).toMatchObject({
      reason: 'origin_forbidden',
    });
    expect((await post(initialize, { origin: 'null' })).status).toBe(403);
  });

  it('knows a session of another caller as little as one that ended [P02]', async () => {
    const session = await begin('operator');
    const list = { jsonrpc: '2.0', id: 2, method: 'tools/list' };
    const headers = { 'mcp-session-id': session };
    expect((await post(list, headers)).status).toBe(200);
    expect((await post(list, headers, 'viewer')).status).toBe(404);
    expect((await world.call('DELETE', '/mcp', { as: 'operator', headers })).status).toBe(200);
    expect((await post(list, headers)).status).toBe(404);
    expect((await post(list)).status).toBe(400);
  });

  it('keeps a bounded number of sessions for a caller: the longest unused one ends [P02]', async () => {
    const first = await begin('viewer');
    const list = { jsonrpc: '2.0', id: 2, method: 'tools/list' };
    const others = [];
    for (let count = 0; count < 8; count += 1) others.push(await begin('viewer'));
    expect((await post(list, { 'mcp-session-id': first }, 'viewer')).status).toBe(404);
    for (const id of others) expect((await post(list, { 'mcp-session-id': id }, 'viewer')).status).toBe(200);
  });

  it('refuses messages that are too large, too deep, no JSON or no message, and stays well [P05]', async () => {
    const session = { 'mcp-session-id': await begin() };
    const call = (args: unknown) => ({
      jsonrpc: '2.0',
      id: 3,
      method: 'tools/call',
      params: { name: 'find_devices', arguments: args },
    });
    expect((await post(call({ query: 'x'.repeat(1_000_000) }), session)).status).toBe(413);
    let deep: unknown = 1;
    for (let level = 0; level < 200; level += 1) deep = { deep };
    expect((await post(call(deep), session)).json).toMatchObject({ reason: 'invalid_json' });
    expect((await post('{"jsonrpc":', session)).json).toMatchObject({ reason: 'invalid_json' });
    expect(
      (await post('{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"__proto__":{"a":1}}}', session)).status,
    ).toBe(400);
    expect((await post([initialize], session)).json).toMatchObject({ code: 'validation' });
    expect((await post({ jsonrpc: '2.0', id: 3 }, session)).status).toBe(400);
    expect((await post({ jsonrpc: '2.0', id: 4, method: 'constructor' }, session)).json.error.code).toBe(-32_601);
    expect((await post(call({ query: 'x'.repeat(201) }), session)).json.result).toMatchObject({
      isError: true,
      structuredContent: { error: { code: 'validation', errors: [{ field: 'query' }] } },
    });
    expect((await post({ jsonrpc: '2.0', id: 5, method: 'ping' }, session)).json).toMatchObject({ result: {} });
  });
});

describe('tools for a caller', () => {
  it('are those of the role: a viewer neither sees nor calls tools that change something', async () => {
    await using viewer = await connectAssistant(world, world.tokens.viewer);
    const { tools } = await viewer.client.listTools();
    expect(tools.map(({ name }) => name)).toContain('find_devices');
    expect(tools.every(({ annotations }) => annotations?.readOnlyHint === true)).toBe(true);
    expect(tools.map(({ name }) => name)).not.toContain('run_doctor');
    const refused = await viewer.ask('switch_device', { device: 'Licht Keller', on: true });
    expect(refused.error).toMatchObject({ code: 'forbidden', reason: 'forbidden_role' });
    expect((await viewer.ask('run_doctor')).error).toMatchObject({ reason: 'forbidden_role' });
    await expect(viewer.client.callTool({ name: 'toString', arguments: {} })).rejects.toThrow('no tool');
    await expect(viewer.client.callTool({ name: '__proto__', arguments: {} })).rejects.toThrow('no tool');
  });

  it('end with their token: a revoked one closes the stream and the session at once [P03]', async () => {
    const created = await world.gateway.auth.tokens.create({ subject: 'assistant', role: 'operator' }, BY);
    if (!created.ok) throw new Error(created.problem.detail);
    const { token, fingerprint } = created.value as unknown as { token: string; fingerprint: string };
    const headers = { authorization: `Bearer ${token}`, ...ACCEPT, 'content-type': 'application/json' };
    const ask = (method: string, more: object = {}) =>
      fetch(new URL('/mcp', world.url), {
        method,
        headers: { ...headers, ...more },
        ...(method === 'POST' && { body: JSON.stringify(initialize) }),
      });
    const session = (await ask('POST')).headers.get('mcp-session-id') ?? '';
    const stream = await ask('GET', { 'mcp-session-id': session });
    expect(stream.headers.get('content-type')).toBe('text/event-stream');
    await world.gateway.auth.tokens.revoke(fingerprint, BY);
    // The stream ends by itself.
    await stream.text();
    expect((await ask('GET', { 'mcp-session-id': session })).status).toBe(401);
  });

  it('are kept apart for two assistants at once, and each call is recorded with the name of its assistant', async () => {
    await using one = await connectAssistant(world);
    await using other = await connectAssistant(world, world.tokens.viewer);
    const [switched, read] = await Promise.all([
      one.ask('switch_device', { device: 'SIM0000001', on: true }),
      other.ask('read_device', { device: 'SIM0000001' }),
    ]);
    expect(switched.status).toMatch(/confirmed|accepted/);
    expect(read.address).toBe('SIM0000001');
    const entries = async () => (await world.call('GET', '/api/v1/audit?op=mcp_call&limit=50')).json;
    await expect
      .poll(async () => JSON.stringify(await entries()))
      .toMatch(/test assistant 1\.2\.3: switch_device.*|test assistant 1\.2\.3: read_device/);
  });
});

describe('a gateway that starts anew', () => {
  it('has forgotten the session, and serves the assistant that begins another one', async () => {
    const session = await begin();
    await using restarted = await world.restart();
    world = restarted;
    const list = { jsonrpc: '2.0', id: 2, method: 'tools/list' };
    expect((await post(list, { 'mcp-session-id': session })).status).toBe(404);
    await using again = await connectAssistant(restarted);
    expect((await again.ask('list_rooms')).rooms.length).toBeGreaterThan(0);
  });
});
