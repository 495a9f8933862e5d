import { createMemoryWire, openCalls } from '@ccu-gateway/fleet';
import { GatewayError } from '@ccu-gateway/gateway-core';
import { describe, expect, it } from 'vitest';
import { answerBridges, type BridgePorts, remoteBridges } from './bridge-ports.js';
import { describeFailure } from './errors.js';

/** Ports that name their owner. */
const portsOf = (who: string, test: (name: string) => Promise<unknown>): BridgePorts =>
  ({
    webhooks: { status: () => ({ webhooks: [{ name: who }] }), test },
    notify: { status: () => ({ channels: [{ name: who }] }), test },
    mqtt: { status: () => ({ brokers: [{ name: who }] }), preview: (at: object) => ({ topics: [{ topic: who, at }] }) },
    // Only their owner is checked here.
  }) as unknown as BridgePorts;

/** A gateway that has bridges open, and one that asks it. */
function twoGateways({
  hasBridges = true,
  isConfigured = true,
  test = async (name: string): Promise<unknown> => ({ name }),
} = {}) {
  const wire = createMemoryWire();
  const handlers = answerBridges(portsOf('there', test), () => hasBridges);
  openCalls({ wire, id: 'there', handlers, describe: describeFailure });
  const calls = openCalls({ wire, id: 'here' });
  const remote = {
    hasBridges: () => false,
    callBridges: (method: string, args: unknown, options: { readonly timeoutMs: number }) =>
      calls.call('there', method, args, options),
  };
  const configured = { webhooks: () => isConfigured, mqtt: () => isConfigured, notify: () => isConfigured };
  const own = portsOf('here', async () => undefined);
  return {
    ports: remoteBridges(own, remote, configured),
    onDuty: remoteBridges(own, { ...remote, hasBridges: () => true }, configured),
  };
}

describe('webhooks and MQTT brokers of a fleet', () => {
  it('are those that the gateway on duty has open, at every gateway', async () => {
    const { ports } = twoGateways();
    expect(await ports.webhooks.status()).toEqual({ webhooks: [{ name: 'there' }] });
    expect(await ports.webhooks.test('automation')).toEqual({ name: 'automation' });
    expect(await ports.notify.status()).toEqual({ channels: [{ name: 'there' }] });
    expect(await ports.notify.test('phone')).toEqual({ name: 'phone' });
    expect(await ports.mqtt.status()).toEqual({ brokers: [{ name: 'there' }] });
    const at = { broker: 'house', central: 'home', address: 'A1' };
    expect(await ports.mqtt.preview(at)).toEqual({ topics: [{ topic: 'there', at }] });
  });

  it('are its own at that gateway, and where none is configured', async () => {
    for (const ports of [twoGateways().onDuty, twoGateways({ isConfigured: false }).ports]) {
      expect(await ports.webhooks.status()).toEqual({ webhooks: [{ name: 'here' }] });
      expect(await ports.webhooks.test('automation')).toBeUndefined();
      expect(await ports.mqtt.status()).toEqual({ brokers: [{ name: 'here' }] });
    }
  });

  it('are not known where no webhook has the name, and refused as they are there', async () => {
    expect(await twoGateways({ test: async () => undefined }).ports.webhooks.test('x')).toBeUndefined();
    const refusal = new GatewayError('conflict', 'not now', { reason: 'busy' });
    const { ports } = twoGateways({ test: () => Promise.reject(refusal) });
    await expect(ports.webhooks.test('x')).rejects.toMatchObject({ code: 'conflict', details: { reason: 'busy' } });
  });

  it('are not there for a while where no gateway is on duty', async () => {
    const { ports } = twoGateways({ hasBridges: false });
    const error = { code: 'service_unready', details: { reason: 'no_bridges' } };
    await expect(ports.webhooks.status()).rejects.toMatchObject(error);
    await expect(ports.mqtt.status()).rejects.toMatchObject(error);
  });
});
