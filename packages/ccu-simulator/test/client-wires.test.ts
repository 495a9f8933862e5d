import { createMemoryDescriptionCache, type LogEntry } from '@ccu-gateway/ccu-client';
import { selfSigned } from '@ccu-gateway/ccu-client/testing';
import { describe, expect, it } from 'vitest';
import { type ClientWorld, startClientWorld } from './client-world.js';

const descriptionCache = createMemoryDescriptionCache();
const interfaces = ['HmIP-RF', 'CUxD'] as const;

async function noteWhenRefused(world: ClientWorld): Promise<string | undefined> {
  const event = await world.until(({ type }) => type === 'link_state' && world.ccu.status()[0]?.note !== undefined);
  return event.type === 'link_state' ? world.ccu.status()[0]?.note : undefined;
}

describe('the client', () => {
  it('uses TLS for every protocol that supports it, with the one trusted certificate', async () => {
    const { key, cert, fingerprint } = selfSigned('ccu3-webui');
    await using world = await startClientWorld({
      interfaces,
      simulator: { tls: { key, cert } },
      client: { descriptionCache, tls: true, tlsFingerprint: fingerprint },
    });
    await world.connected();
    await world.agrees();
    expect(await world.ccu.verifyLogin('Guest', 'guest')).toEqual({ name: 'Guest', level: 1 });
    const { content } = await world.ccu.hub.createBackup();
    let bytes = 0;
    for await (const chunk of content) bytes += chunk.length;
    expect(bytes).toBeGreaterThan(512);
  });

  it('reports a certificate other than the pinned one, and sends nothing there', async () => {
    const { key, cert } = selfSigned('somebody-else');
    await using world = await startClientWorld({
      interfaces: ['HmIP-RF'],
      simulator: { tls: { key, cert } },
      client: { descriptionCache, tls: true, tlsFingerprint: 'ab'.repeat(32) },
    });
    expect(await noteWhenRefused(world)).toContain('fingerprint');
    await expect(world.ccu.hub.names()).rejects.toMatchObject({ code: 'tls_untrusted' });
    expect(world.simulator.received.calls).toEqual([]);
    expect(world.simulator.received.jsonCalls).toEqual([]);
  });

  it('shows its credentials where a CCU asks for them', async () => {
    await using world = await startClientWorld({
      interfaces,
      simulator: { authRequired: true },
      client: { descriptionCache },
    });
    await world.connected();
    await world.agrees();
  });

  it('reports refused credentials', async () => {
    const said: LogEntry[] = [];
    await using world = await startClientWorld({
      interfaces: ['HmIP-RF'],
      simulator: { authRequired: true },
      client: { descriptionCache, password: 'wrong', log: (entry) => said.push(entry) },
    });
    expect(await noteWhenRefused(world)).toContain('user name or password');
    await expect(world.ccu.hub.names()).rejects.toMatchObject({ code: 'login_refused' });
    const refused = { level: 'warn', event: 'session.refused', fields: { code: 'login_refused' } };
    expect(said).toContainEqual(expect.objectContaining(refused));
  });

  it('distinguishes "too many sessions" from "wrong password" at its very first login', async () => {
    await using world = await startClientWorld({
      interfaces: ['HmIP-RF'],
      simulator: { authRequired: true },
      prepare: (simulator) => simulator.faults.exhaustSessions(true),
      client: { descriptionCache },
    });
    // Scripts still run over their own port, so all names are complete without a session.
    await world.connected();
    await world.agrees();
    await expect(world.ccu.hub.createBackup()).rejects.toMatchObject({ code: 'too_many_sessions' });
  });

  it('runs scripts over their own port when the user may not run them over JSON-RPC', async () => {
    await using world = await startClientWorld({
      interfaces: ['HmIP-RF'],
      client: { descriptionCache, username: 'Guest', password: 'guest' },
    });
    await world.connected();
    await world.agrees();
    expect((await world.ccu.hub.programs()).length).toBeGreaterThan(0);
  });

  it('renews its session instead of opening another', async () => {
    let now = Date.now();
    await using world = await startClientWorld({
      interfaces: ['HmIP-RF'],
      client: { descriptionCache, clock: () => now },
    });
    await world.until((event) => event.type === 'names_loaded');
    now += 100_000;
    await world.ccu.hub.programs();
    const methods = world.simulator.received.jsonCalls.map(({ method }) => method);
    expect(methods.filter((method) => method === 'Session.login')).toHaveLength(1);
    expect(methods).toContain('Session.renew');
  });

  it('leaves neither session nor registration behind when it closes', async () => {
    await using world = await startClientWorld({ interfaces, client: { descriptionCache } });
    await world.until((event) => event.type === 'names_loaded');
    await world.ccu.close();
    expect(world.simulator.registrations()).toEqual([]);
    expect(world.simulator.received.jsonCalls.at(-1)?.method).toBe('Session.logout');
  });
});
