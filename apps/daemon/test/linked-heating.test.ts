import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWorld, type World } from './world.js';

const PATIENCE = { timeout: 20_000, interval: 20 } as const;

describe('a thermostat on the wall', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld({ simulator: { interfaces: ['HmIP-RF'] } });
  });
  afterAll(() => world.close());

  const addressOf = async (model: string): Promise<string> => {
    const { json } = await world.call('GET', '/api/v1/devices?per_page=200');
    return json.items.find((device: { readonly model: string }) => device.model === model).address;
  };

  it('reports the state of its linked valve, as long as the link exists', async () => {
    const [wall, radiator] = [await addressOf('HmIP-WTH-2'), await addressOf('HmIP-eTRV-2')];
    const link = { sender_address: `${wall}:1`, receiver_address: `${radiator}:2` };
    const action = async () => {
      const { json } = await world.call('GET', `/api/v1/devices/${wall}/cdps`);
      return json.find(({ category }: { readonly category: string }) => category === 'climate').state.hvac_action;
    };
    expect(await action()).toBeUndefined();
    const made = await world.call('POST', `/api/v1/devices/${wall}/links`, { body: link });
    expect(made.status, made.text).toBeLessThan(300);
    world.simulator.emit(`${radiator}:1`, 'LEVEL', 0.3);
    await expect.poll(action, PATIENCE).toBe('heating');
    world.simulator.emit(`${radiator}:1`, 'LEVEL', 0);
    await expect.poll(action, PATIENCE).toBe('idle');
    const ends = new URLSearchParams({ sender: link.sender_address, receiver: link.receiver_address });
    const removed = await world.call('DELETE', `/api/v1/devices/${wall}/links?${ends}`);
    expect(removed.status, removed.text).toBeLessThan(300);
    await expect.poll(action, PATIENCE).toBeUndefined();
  });
});
