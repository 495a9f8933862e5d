import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IMPATIENT } from './faults/house.js';
import { differences, heardPicture, shownPicture } from './faults/picture.js';
import { type Frame, openSocket, type Socket, subscribe } from './socket.js';
import { startWorld, type World } from './world.js';

const PATIENCE = { timeout: 50_000, interval: 20 } as const;

describe('a client of a gateway while callbacks of its CCU are lost for a moment', () => {
  let world: World;
  let socket: Socket;
  beforeAll(async () => {
    world = await startWorld({
      simulator: { interfaces: ['HmIP-RF'] },
      central: { check_connection_interval: '50ms' },
      timings: IMPATIENT,
    });
    socket = await openSocket(world);
    await subscribe(socket, ['*']);
  });
  afterAll(async () => {
    socket.close();
    await world.close();
  });

  const shown = async () => (await world.call('GET', '/api/v1/interfaces/home-HmIP-RF')).json;
  const status = (frame: Frame) => frame.type === 'system.status_changed';
  const isConnected = (frame: Frame) => status(frame) && frame.payload.connection_state === 'connected';

  it('gets every change before the link counts as connected, and the time since when key presses may be lost', async () => {
    const { simulator } = world;
    await expect.poll(shown, PATIENCE).toMatchObject({ connected: true });
    const before = await shownPicture(world);
    expect(differences(world, 'HmIP-RF', before)).toEqual([]);
    const from = socket.frames.length;
    const since = () => socket.frames.slice(from);
    simulator.faults.dropCallbacks(true);
    await expect.poll(() => since().some((frame) => status(frame) && !frame.payload.healthy), PATIENCE).toBe(true);
    simulator.faults.burst(600, 'HmIP-RF');
    simulator.emit('00F1C0DE000012:1', 'PRESS_SHORT', true);
    await simulator.settled();
    expect(differences(world, 'HmIP-RF', before).length).toBeGreaterThan(100);
    simulator.faults.dropCallbacks(false);
    await expect.poll(() => since().some(isConnected), PATIENCE).toBe(true);

    const frames = since();
    const told = frames.slice(0, frames.findIndex(isConnected) + 1);
    expect(differences(world, 'HmIP-RF', heardPicture(before, told))).toEqual([]);
    // What is calculated of them may have had no value before, and is seen for the first time then.
    const isOfCcu = ({ type, payload }: Frame) =>
      type === 'datapoint.value_changed' && !payload.unique_id.startsWith('ccu_calculated_');
    const kinds = new Set(told.filter(isOfCcu).map(({ kind }) => kind));
    expect([...kinds]).toEqual(['change']);
    expect(told.at(-1).payload).toMatchObject({
      healthy: true,
      issues: ['events_unproved'],
      unproved_since: expect.stringMatching(/^\d{4}-/),
    });
  });
});
