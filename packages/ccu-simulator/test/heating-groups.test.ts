import { expect, it } from 'vitest';
import { inventedHeatingGroups, inventedHouse } from '../src/index.js';
import { startClientWorld } from './client-world.js';

it('the CCU lists the heating groups that it starts with, with devices that fit', async () => {
  await using world = await startClientWorld({
    simulator: { house: { ...inventedHouse(), heatingGroups: inventedHeatingGroups } },
  });
  await world.connected();
  const groups = await world.ccu.hub.heatingGroups();
  expect(groups).toMatchObject(
    inventedHeatingGroups.map(({ id, name, typeId, members }) => ({
      ...{ id, name, typeId, forbidSingleOperation: false },
      members: members.map((address) => ({ address })),
    })),
  );
  for (const { id, name, typeId, typeLabel, members } of groups) {
    expect(world.simulator.house.device(`INT000000${id}`)).toMatchObject({ name });
    expect(await world.ccu.hub.heatingGroupTypes()).toContainEqual({ id: typeId, label: typeLabel });
    const { leftover } = await world.ccu.hub.suitableMembers(typeId);
    expect(leftover.map(({ address }) => address)).toEqual(members.map(({ address }) => address));
  }
});
