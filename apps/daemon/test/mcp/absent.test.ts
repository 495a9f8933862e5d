import { expect, it } from 'vitest';
import { headers, useOwnProcess } from '../own-process.js';

const gateway = useOwnProcess('mcp-absent');
const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };

async function startDaemon(mcp: object, absent?: string) {
  const { url, ask, asked } = await gateway.start({ mcp }, absent);
  const sent = { ...headers, 'content-type': 'application/json' };
  return {
    asked,
    health: async () => JSON.parse(await ask('/api/v1/health')) as { components: object[] },
    send: async () => (await fetch(`${url}/mcp`, { method: 'POST', headers: sent, body: JSON.stringify(ping) })).json(),
  };
}

it('loads nothing for assistants while they are off', async () => {
  const { asked, health, send } = await startDaemon({});
  expect(await send()).toMatchObject({ reason: 'not_configured' });
  expect(JSON.stringify(await health())).not.toContain('mcp');
  expect(asked()).not.toMatch(/packages\/mcp|modelcontextprotocol/);
});

it('reports a missing package with the command that installs it, and runs', async () => {
  const { health, send } = await startDaemon({ enabled: true }, '@ccu-gateway/mcp');
  const remedy = expect.stringMatching(/npm install @ccu-gateway\/mcp@/);
  await expect
    .poll(async () => (await health()).components)
    .toContainEqual(
      expect.objectContaining({ name: 'mcp', status: 'degraded', reason: 'mcp_not_installed', note: remedy }),
    );
  expect(await send()).toMatchObject({ code: 'service_unready', reason: 'mcp_unavailable', detail: remedy });
});
