import { describe, expect, it } from 'vitest';
import type { AreaControl, StoredArea } from '../../ports/areas.js';
import { serviceCaller } from '../../use-case/caller.js';
import { type GroupWriting, renameGroup } from '../devices/groups.js';
import { type AreaWriting, areasUseCases, createArea, deleteArea, setAreaRooms, updateArea } from './areas.js';

const caller = serviceCaller({ name: 'test', role: 'operator' });

/** Two CCUs and their rooms. */
function world(rooms: Readonly<Record<string, readonly string[]>> = { home: ['Küche', 'Flur'], shed: ['Werkstatt'] }) {
  const recorded: unknown[] = [];
  const changed: string[] = [];
  let kept: readonly StoredArea[] = [];
  let ids = 0;
  const areas: AreaControl = {
    list: async () => kept,
    change: async (decide) => {
      kept = decide(kept);
      return kept;
    },
    newId: () => `id${ids++}`,
    changed: (id) => void changed.push(id),
  };
  const unread: string[] = [];
  const listed = ({ central }: { central?: string }) =>
    (central === undefined ? Object.values(rooms).flat() : (rooms[central] ?? [])).map((name) => ({
      name,
      device_count: 1,
    }));
  const ports = {
    areas,
    house: { centralNames: () => Object.keys(rooms) },
    hub: { rooms: listed, hubUnread: () => unread, hubAbsent: () => [] },
    audit: { record: (entry: unknown) => void recorded.push(entry) },
    clock: { now: () => 1 },
    groups: { renameGroup: async (_: string, __: string, ___: string, newName: string) => newName },
  } as unknown as AreaWriting & GroupWriting;
  return { ports, recorded, changed, unread, list: () => areasUseCases.list(ports, caller) };
}

describe('areas', () => {
  it('have each room once: it leaves the area that had it', async () => {
    const { ports, list } = world();
    const ground = await createArea(ports, caller, { name: 'Erdgeschoss', rooms: ['Küche', 'Flur'] });
    await createArea(ports, caller, { name: 'Anbau', rooms: ['Flur', 'Werkstatt'] });
    expect(await list()).toEqual([
      { id: ground.id, name: 'Erdgeschoss', position: 0, rooms: ['Küche'] },
      { id: 'id1', name: 'Anbau', position: 1, rooms: ['Flur', 'Werkstatt'] },
    ]);
  });

  it('refuse a room that no CCU has, with its index, and change nothing', async () => {
    const { ports, list, changed, recorded } = world();
    const { id } = await createArea(ports, caller, { name: 'Erdgeschoss', rooms: ['Küche'] });
    await expect(setAreaRooms(ports, caller, { id, rooms: ['Flur', 'Mond'] })).rejects.toMatchObject({
      code: 'validation',
      details: { errors: [{ field: 'rooms[1]' }] },
    });
    expect(await list()).toMatchObject([{ rooms: ['Küche'] }]);
    expect([changed.length, recorded.length]).toEqual([1, 1]);
  });

  it('take any room while the rooms of a CCU were not read', async () => {
    const { ports, unread } = world();
    unread.push('shed');
    await expect(createArea(ports, caller, { name: 'Hof', rooms: ['Stall'] })).resolves.toMatchObject({
      rooms: ['Stall'],
    });
  });

  it('keep a room that its CCU no longer lists', async () => {
    const rooms: Record<string, string[]> = { home: ['Küche', 'Flur'] };
    const { ports } = world(rooms);
    const { id } = await createArea(ports, caller, { name: 'Erdgeschoss', rooms: ['Küche', 'Flur'] });
    rooms.home = ['Küche'];
    await expect(setAreaRooms(ports, caller, { id, rooms: ['Flur'] })).resolves.toMatchObject({ rooms: ['Flur'] });
  });

  it('move to a position, and past the last one to the end', async () => {
    const { ports, list } = world();
    for (const name of ['A', 'B', 'C']) await createArea(ports, caller, { name, rooms: [] });
    await updateArea(ports, caller, { id: 'id2', position: 0 });
    expect((await list()).map(({ name }) => name)).toEqual(['C', 'A', 'B']);
    await updateArea(ports, caller, { id: 'id2', position: 63 });
    expect((await list()).map(({ name }) => name)).toEqual(['A', 'B', 'C']);
  });

  it('refuse a second area of a name, an unknown id, and the 65th area', async () => {
    const { ports } = world();
    await createArea(ports, caller, { name: 'A', rooms: [] });
    await createArea(ports, caller, { name: 'B', rooms: [] });
    const taken = { code: 'conflict', details: { reason: 'name_taken' } };
    await expect(createArea(ports, caller, { name: 'A', rooms: [] })).rejects.toMatchObject(taken);
    await expect(updateArea(ports, caller, { id: 'id1', name: 'A' })).rejects.toMatchObject(taken);
    await expect(updateArea(ports, caller, { id: 'id1', name: 'B' })).resolves.toMatchObject({ name: 'B' });
    await expect(deleteArea(ports, caller, 'nothing')).rejects.toMatchObject({ code: 'not_found' });
    for (let index = 2; index < 64; index += 1) await createArea(ports, caller, { name: `A${index}`, rooms: [] });
    await expect(createArea(ports, caller, { name: 'one more', rooms: [] })).rejects.toMatchObject({
      details: { reason: 'too_many_areas' },
    });
  });

  it('follow a room that is renamed here, unless another CCU has one of the old name', async () => {
    const { ports, list, changed } = world({ home: ['Küche', 'Flur'], shed: ['Flur'] });
    const { id } = await createArea(ports, caller, { name: 'Erdgeschoss', rooms: ['Küche', 'Flur'] });
    await renameGroup(ports, caller, 'room', { central: 'home', name: 'Küche', newName: 'Wohnküche' });
    await renameGroup(ports, caller, 'room', { central: 'home', name: 'Flur', newName: 'Diele' });
    expect(await list()).toMatchObject([{ rooms: ['Wohnküche', 'Flur'] }]);
    expect(changed).toEqual([id, id]);
  });
});
