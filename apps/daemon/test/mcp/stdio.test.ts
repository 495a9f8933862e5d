import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { expect, it } from 'vitest';
import { cliBin } from '../process.js';
import { startMcpWorld } from './assistant.js';

async function connectOverStdio(url: string, token: string) {
  const client = new Client({ name: 'desktop', version: '1' });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [cliBin, 'mcp'],
    env: { CCU_GATEWAY_URL: url, CCU_GATEWAY_TOKEN: token, PATH: process.env.PATH ?? '' },
    stderr: 'pipe',
  });
  await client.connect(transport as Parameters<Client['connect']>[0]);
  const ask = async (name: string, args: Record<string, unknown> = {}) =>
    // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
    ((await client.callTool({ name, arguments: args })) as CallToolResult).structuredContent as any;
  return { client, ask };
}

it('connects an assistant of this machine over standard input and output, across a restart of the gateway', async () => {
  await using world = await startMcpWorld();
  // The assistant keeps the address, so the next gateway takes the same one.
  const { port } = new URL(world.url);
  const { client, ask } = await connectOverStdio(world.url, world.tokens.operator);
  expect((await client.listTools()).tools.length).toBeGreaterThan(20);
  expect(await ask('switch_device', { device: 'SIM0000001', on: true })).toMatchObject({ state: { is_on: true } });
  expect((await client.listResources()).resources.map(({ uri }) => uri)).toContain('ccu-gateway://house');
  const { contents } = await client.readResource({ uri: 'ccu-gateway://device/SIM0000001' });
  expect(JSON.parse((contents[0] as { text: string }).text)).toMatchObject({ name: 'Licht Keller' });
  const prompt = await client.getPrompt({ name: 'explain_device', arguments: { device: 'Haustür' } });
  expect(JSON.stringify(prompt.messages)).toContain('Haustür');

  await world.gateway.stop('test');
  await expect(client.listTools()).rejects.toThrow('cannot be reached');
  await using again = await startMcpWorld(
    {},
    { at: world.simulator, dataDir: world.dataDir, config: { north: { rest: { listen: `127.0.0.1:${port}` } } } },
  );
  expect(again.url).toBe(world.url);
  // The session of before has ended with the gateway: the relay has begun another one.
  expect(await ask('read_device', { device: 'SIM0000001' })).toMatchObject({ name: 'Licht Keller' });
  await client.close();
});

it('passes the refusal of a wrong token on to the assistant', async () => {
  await using world = await startMcpWorld();
  await expect(connectOverStdio(world.url, `${world.tokens.viewer.slice(0, -4)}aaaa`)).rejects.toThrow(
    'refuses this (401)',
  );
});
