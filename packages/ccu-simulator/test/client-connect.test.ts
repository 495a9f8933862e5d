import { describe, expect, it } from 'vitest';
import { startClientWorld } from './client-world.js';

describe('the client at a simulated CCU', () => {
  it('connects every interface, describes every device and believes every value', async () => {
    await using world = await startClientWorld();
    await world.allConnected();
    await world.until((event) => event.type === 'names_loaded');
    const described = new Set(
      world.events.flatMap((event) =>
        event.type === 'devices_described' ? event.devices.map(({ ADDRESS }) => ADDRESS) : [],
      ),
    );
    for (const device of world.simulator.house.devices()) expect(described).toContain(device.description.ADDRESS);
    await world.agrees();
    expect(world.mirror.size).toBeGreaterThan(100);
  });
});
