import { createMemoryDescriptionCache } from '@ccu-gateway/ccu-client';
import { describe, expect, it } from 'vitest';
import { createSelfSigned } from '../src/testing/index.js';
import { startClientWorld } from './client-world.js';

describe('the client at a CCU that guards its wires', () => {
  const users = [{ name: 'Admin', password: 'secret', level: 8 }] as const;
  const descriptionCache = createMemoryDescriptionCache();

  it('connects over TLS to the pinned certificate, callbacks included', async () => {
    const tls = createSelfSigned();
    await using world = await startClientWorld({
      simulator: { tls, users },
      client: {
        descriptionCache,
        tls: true,
        tlsFingerprint: tls.fingerprint,
      },
      interfaces: ['HmIP-RF', 'BidCos-RF', 'CUxD'],
    });
    await world.connected();
    await world.agrees();
    expect(await world.ccu.verifyLogin('Admin', 'secret')).toEqual({ name: 'Admin', level: 8 });
  });

  it('refuses any other certificate, and reports that', async () => {
    await using world = await startClientWorld({
      simulator: { tls: createSelfSigned(), users },
      client: { tls: true, tlsFingerprint: createSelfSigned().fingerprint },
      interfaces: ['HmIP-RF'],
    });
    const event = await world.until(
      (candidate) => candidate.type === 'link_state' && candidate.status.note !== undefined,
    );
    expect(event.type === 'link_state' && event.status.note).toMatch(/certificate/i);
    expect(world.simulator.received.calls).toEqual([]);
  });

  it('sends its credentials where RPC ports ask for them, and never in an address', async () => {
    await using world = await startClientWorld({
      simulator: { authRequired: true, users },
      client: { descriptionCache },
      interfaces: ['HmIP-RF', 'BidCos-RF'],
    });
    await world.connected();
    await world.agrees();
    expect(JSON.stringify([world.simulator.registrations(), world.events])).not.toContain('secret');
  });

  it('reports the refusal of the CCU, instead of repeating, when the password is wrong', async () => {
    await using world = await startClientWorld({
      simulator: { authRequired: true, users },
      client: { password: 'falsch' },
      interfaces: ['HmIP-RF'],
    });
    const event = await world.until(
      (candidate) => candidate.type === 'link_state' && candidate.status.note !== undefined,
    );
    expect(event.type === 'link_state' && event.status.note).toMatch(/password|credential|refuse/i);
    expect(world.simulator.received.calls).toEqual([]);
  });
});

describe('the client at a known CCU', () => {
  it('asks for no description and for no value by radio on a warm start', async () => {
    const descriptionCache = createMemoryDescriptionCache();
    await using cold = await startClientWorld({ client: { descriptionCache }, interfaces: ['HmIP-RF', 'BidCos-RF'] });
    await cold.connected();
    await cold.agrees();
    expect(cold.simulator.received.of('getParamsetDescription').length).toBeGreaterThan(0);
    await using warm = await startClientWorld({ client: { descriptionCache }, interfaces: ['HmIP-RF', 'BidCos-RF'] });
    await warm.connected();
    await warm.agrees();
    const asked = new Set(warm.simulator.received.calls.map(({ method }) => method));
    for (const method of ['getParamsetDescription', 'getValue', 'getParamset']) expect(asked).not.toContain(method);
  });

  it('reads exactly the device with changed firmware again', async () => {
    await using world = await startClientWorld({ interfaces: ['HmIP-RF'] });
    await world.connected();
    world.simulator.received.clear();
    await world.ccu.updateFirmware('HmIP-RF', '00F1C0DE000001');
    await world.until(
      (event) => event.type === 'devices_described' && event.devices.some(({ FIRMWARE }) => FIRMWARE === '2.2.8'),
    );
    const devices = new Set(
      world.simulator.received.of('getParamsetDescription').map(({ params }) => String(params[0]?.value).split(':')[0]),
    );
    expect([...devices]).toEqual(['00F1C0DE000001']);
  });

  it('calls a write to a sleeping device pending, and sees it done when the device wakes', async () => {
    await using world = await startClientWorld({ interfaces: ['HmIP-RF'] });
    await world.connected();
    const device = '00F1C0DE000001';
    world.simulator.faults.asleep(device, true);
    const outcome = await world.ccu.write({
      interfaceName: 'HmIP-RF',
      channelAddress: `${device}:1`,
      paramsetKey: 'VALUES',
      values: { SET_POINT_TEMPERATURE: 23.5 },
    });
    expect(outcome).toBe('pending');
    world.simulator.faults.asleep(device, false);
    await world.until(
      (event) => event.type === 'value' && event.parameter === 'SET_POINT_TEMPERATURE' && event.value === 23.5,
    );
  });
});
