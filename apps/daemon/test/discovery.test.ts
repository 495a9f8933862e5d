import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWorld, type World } from './world.js';

describe('a gateway that searches for CCUs', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld({
      only: ['00F1C0DE000001'],
      simulator: { interfaces: ['VirtualDevices'], serial: 'SIM1234567', ports: { ssdp: 0 } },
      searchAtSimulator: true,
    });
  });
  afterAll(() => world.close());

  const serials = async () => {
    const { status, json } = await world.call('GET', '/api/v1/centrals/discovered');
    expect(status).toBe(200);
    return json.map(({ serial }: { readonly serial: string }) => serial);
  };

  it('finds the one that answers, with its address and identity', async () => {
    await expect.poll(serials).toEqual(['SIM1234567']);
    const { json } = await world.call('GET', '/api/v1/centrals/discovered');
    expect(json).toMatchObject([{ serial: 'SIM1234567', host: '127.0.0.1' }]);
    expect((await world.call('GET', '/api/v1/centrals/discovered', { as: 'operator' })).status).toBe(403);
  });

  it('leaves out the one that is ignored until it is not any more', async () => {
    expect((await world.call('POST', '/api/v1/centrals/discovered/SIM1234567/ignore')).status).toBe(204);
    expect(await serials()).toEqual([]);
    expect((await world.call('DELETE', '/api/v1/centrals/discovered/SIM1234567/ignore')).status).toBe(204);
    await expect.poll(serials).toEqual(['SIM1234567']);
  });
});
