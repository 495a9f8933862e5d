import { randomBytes } from 'node:crypto';
import { createPasswordHasher, systemRandom } from '@ccu-gateway/auth-core';
import { createSecretBox } from '@ccu-gateway/auth-core/secrets';
import { describe, expect, it } from 'vitest';
import { localTime, pinHasher } from '../src/compose/alarm.js';
import { startWorld, type World } from './world.js';

const DOOR = '00F1C0DE00000E:1';
const SIREN = '00F1C0DE000015:3';
const POINT = { central: 'home', interface_id: 'HmIP-RF' };
const ZONE = {
  id: 'all',
  name: 'Haus',
  config: { modes: { full: {} }, needs_code: { arm: false, disarm: true }, rearms: false, alarm_ms: 600_000 },
};

async function ok(world: World, method: string, path: string, body?: unknown, as: 'admin' | 'operator' = 'admin') {
  const answer = await world.call(method, `/api/v1/alarm${path}`, { as, body });
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.json;
}

/** A gateway with one zone: a door that triggers at once, and a siren. */
async function withAlarm(): Promise<World> {
  const world = await startWorld({
    only: ['00F1C0DE00000D', '00F1C0DE00000E', '00F1C0DE000010', '00F1C0DE000015', 'SIM0000007'],
    central: { check_connection_interval: '1s' },
  });
  await ok(world, 'POST', '/zones', ZONE);
  const config = { modes: ['full'] };
  await ok(world, 'PUT', '/zones/all/sensors', [
    { ...POINT, id: 'door', channel_address: DOOR, parameter: 'STATE', type: 'door', config },
  ]);
  await ok(world, 'PUT', '/zones/all/outputs', [
    { id: 'siren', class: 'acoustic_siren', central: 'home', channel_address: SIREN },
  ]);
  const perms = { arm: true, disarm: true, silence: true };
  await ok(world, 'POST', '/codes', { name: 'Anna', kind: 'pin', pin: '471100', perms, enabled: true });
  return world;
}

const arm = (world: World) => ok(world, 'POST', '/zones/all/arm', { mode: 'full' }, 'operator');
const stateOf = async (world: World) =>
  (await world.call('GET', '/api/v1/alarm/state', { as: 'viewer' })).json.zones[0];
/** A channel that reports like a keypad. */
async function keypadOf(world: World): Promise<string> {
  const candidates: readonly { channel_address: string; interface_id: string; parameter: string }[] = await ok(
    world,
    'GET',
    '/sensor-candidates',
  );
  const other = candidates.find(
    ({ channel_address: address, interface_id: id, parameter }) =>
      parameter === 'STATE' && id === POINT.interface_id && address !== DOOR,
  );
  return other?.channel_address ?? '';
}
/** Writes to the siren, as they reached the CCU. */
const sirenWrites = ({ simulator }: World) =>
  simulator.received.of('putParamset').filter(({ params }) => JSON.stringify(params).includes(SIREN));

it('compares PINs with hashes that an earlier version stored without a seal', async () => {
  const hasher = createPasswordHasher({ clock: { now: Date.now, after: () => () => {} }, random: systemRandom });
  const stored = { hash: await hasher.hash('4711', { source: 'alarm', reserved: true }), code: 'anna' };
  const pins = pinHasher(hasher, createSecretBox(randomBytes(32), systemRandom));
  expect(pins.isReadable(stored)).toBe(true);
  expect([await pins.verify(stored, '4711'), await pins.verify(stored, '4712')]).toEqual([true, false]);
});

it('tells the time of schedules by the clock of this machine', () => {
  const shown = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short' });
  const times = Array.from({ length: 8_784 }, (_, hour) => Date.UTC(2026, 0, 1, hour, 59));
  expect(times.map(localTime)).toEqual(times.map((at) => shown.format(at)));
});

it('refuses a PIN for a moment where too many comparisons are under way', async () => {
  const busy = () => Promise.reject(Object.assign(new Error('waited too long'), { code: 'auth_busy' }));
  const hasher = { hash: busy, inTurn: busy } as unknown as Parameters<typeof pinHasher>[0];
  const pins = pinHasher(hasher, createSecretBox(randomBytes(32), systemRandom));
  const refusal = { code: 'service_unready', details: { reason: 'auth_busy', retryAfterSeconds: 1 } };
  await expect(pins.verify(undefined, '4711')).rejects.toMatchObject(refusal);
  await expect(pins.hash('4711', 'anna')).rejects.toMatchObject(refusal);
});

describe('the alarm system of a running gateway', () => {
  it('refuses writes to a key that is bound to a code, with which anybody could disarm', async () => {
    await using world = await withAlarm();
    const devices: readonly { address: string; model: string }[] = (
      await world.call('GET', '/api/v1/devices', { as: 'viewer' })
    ).json.items;
    const remote = devices.find(({ model }) => model.startsWith('HM-RC-4'))?.address ?? '';
    const perms = { arm: true, disarm: true, silence: true };
    const binding = {
      ...{ central: 'home', interface_id: 'BidCos-RF', channel_address: `${remote}:1`, parameter: 'PRESS_SHORT' },
      ...{ verb: 'disarm', zone_id: 'all' },
    };
    await ok(world, 'POST', '/codes', { name: 'Fob', kind: 'remote_key', perms, enabled: true, binding });
    await arm(world);
    const press = (channel: number) =>
      world.call('PUT', `/api/v1/devices/${remote}/channels/${channel}/data-points/PRESS_SHORT/value`, {
        as: 'operator',
        body: { value: true },
      });
    const refused = await press(1);
    expect([refused.status, refused.json.reason]).toEqual([403, 'alarm_key']);
    expect((await press(2)).status).toBe(202);
    expect(await stateOf(world)).toMatchObject({ state: 'armed' });
    // A press of a person acts.
    world.simulator.emit(`${remote}:1`, 'PRESS_SHORT', true);
    await expect.poll(async () => (await stateOf(world)).state).toBe('disarmed');
  });

  it('shows the state of a zone in a system variable, which may be gone', async () => {
    await using world = await withAlarm();
    const { simulator } = world;
    const valueAt = (name: string) => simulator.house.sysvars().find((each) => each.name === name)?.value;
    const mirror = { class: 'sysvar_mirror', central: 'home' };
    await ok(world, 'PUT', '/zones/all/outputs', [
      { ...mirror, id: 'text', channel_address: 'Letzte Meldung' },
      { ...mirror, id: 'armed', channel_address: 'Anwesenheit', config: { true_while: 'armed' } },
    ]);
    await expect.poll(() => valueAt('Letzte Meldung')).toBe('disarmed');
    await arm(world);
    await expect.poll(() => [valueAt('Letzte Meldung'), valueAt('Anwesenheit')]).toEqual(['armed', true]);
    simulator.emit(DOOR, 'STATE', 1);
    await expect.poll(() => valueAt('Letzte Meldung')).toBe('triggered');
    simulator.house.setSysvar('Letzte Meldung', 'mine');
    await world.call('POST', '/api/v1/sysvars/fetch', { as: 'operator' });
    await expect.poll(() => valueAt('Letzte Meldung'), { timeout: 20_000 }).toBe('triggered');
    expect(await stateOf(world)).toMatchObject({ state: 'triggered', unconfirmed_outputs: [], missing_outputs: [] });
    await world.call('DELETE', '/api/v1/sysvars/Anwesenheit', { as: 'operator' });
    await expect.poll(async () => (await stateOf(world)).missing_outputs).toEqual(['armed']);
  });

  it('sounds the siren for an opened door, survives a restart, and ends with the code', async () => {
    await using first = await withAlarm();
    await arm(first);
    first.simulator.emit(DOOR, 'STATE', 1);
    await expect.poll(() => sirenWrites(first).length).toBeGreaterThan(0);
    expect(await stateOf(first)).toMatchObject({ state: 'triggered', incident: { sensor_id: 'door', sounding: true } });

    const world = await first.restart();
    expect(await stateOf(world)).toMatchObject({ state: 'triggered', mode: 'full' });
    const refused = await world.call('POST', '/api/v1/alarm/zones/all/disarm', { as: 'operator' });
    expect([refused.status, refused.json.reason]).toEqual([403, 'invalid_code']);
    await ok(world, 'POST', '/zones/all/disarm', { code: '471100' }, 'operator');
    expect(await stateOf(world)).toMatchObject({ state: 'disarmed', unacknowledged: '1' });
    expect(await ok(world, 'GET', '/journal/verify')).toMatchObject({ ok: true });
    expect(world.logged()).not.toContain('471100');
    // The siren confirms its stop: a zone with an output that is on is not removed.
    const remove = async () => (await world.call('DELETE', '/api/v1/alarm/zones/all', { as: 'admin' })).status;
    await expect.poll(remove).toBe(204);
    await world.close();
  });

  it('stays armed and shows the zone as degraded while the CCU is away', async () => {
    await using world = await withAlarm();
    await arm(world);
    world.simulator.faults.boot(600);
    await expect.poll(async () => (await stateOf(world)).degraded).toBe(true);
    expect(await stateOf(world)).toMatchObject({ state: 'armed', lost_centrals: ['home'] });
    const deleted = await world.call('DELETE', '/api/v1/alarm/zones/all', { as: 'admin' });
    expect([deleted.status, deleted.json.reason]).toEqual([409, 'zone_armed']);
  });

  it('ends the motion that keeps a zone from arming, where the device can', async () => {
    const world = await withAlarm();
    const channel = '00F1C0DE000010:1';
    const motion = {
      ...POINT,
      id: 'hall',
      channel_address: channel,
      parameter: 'MOTION',
      type: 'motion',
      name: 'Flur',
    };
    await ok(world, 'PUT', '/zones/all/sensors', [{ ...motion, config: { modes: ['full'] } }]);
    world.simulator.emit(channel, 'MOTION', true);
    const triggered = () => ok(world, 'GET', '/triggered-motion', undefined, 'operator');
    await expect.poll(triggered).toEqual([
      {
        zone_id: 'all',
        sensor_id: 'hall',
        name: 'Flur',
        central: 'home',
        channel_address: channel,
        resettable: true,
      },
    ]);
    expect((await world.call('POST', '/api/v1/alarm/reset-motion', { as: 'viewer' })).status).toBe(403);
    expect((await world.call('POST', '/api/v1/alarm/zones/other/reset-motion', { as: 'operator' })).status).toBe(404);
    world.simulator.faults.refuseCalls(true, 'setValue');
    world.simulator.faults.refuseCalls(true, 'putParamset');
    expect(await ok(world, 'POST', '/reset-motion', undefined, 'operator')).toEqual({
      reset: [],
      failed: [{ sensor_id: 'hall', code: 'upstream_unavailable', detail: expect.any(String) }],
    });
    world.simulator.faults.refuseCalls(false, 'setValue');
    world.simulator.faults.refuseCalls(false, 'putParamset');
    const outcome = { reset: ['hall'], failed: [] };
    expect(await ok(world, 'POST', '/zones/all/reset-motion', undefined, 'operator')).toEqual(outcome);
    await expect.poll(triggered).toEqual([]);
    await arm(world);
    await world.close();
  });

  it('refuses to arm with an open door as a field, and shows viewers no code', async () => {
    await using world = await withAlarm();
    world.simulator.emit(DOOR, 'STATE', 1);
    await expect.poll(async () => (await stateOf(world)).open).toEqual(['door']);
    const refused = await world.call('POST', '/api/v1/alarm/zones/all/arm', { as: 'operator', body: { mode: 'full' } });
    expect(refused.json).toMatchObject({ reason: 'not_ready', errors: [{ field: 'door', reason: 'open' }] });
    const viewer = await world.call('GET', '/api/v1/alarm/codes', { as: 'viewer' });
    expect(viewer.status).toBe(403);
    const panels = await world.call('GET', '/api/v1/alarm/panels', { as: 'viewer' });
    expect(panels.json).toMatchObject([{ zone_id: 'all', state: 'disarmed', code_disarm_required: true }]);
  });

  it('takes each report of a bound keypad for a press, also with the same value', async () => {
    await using world = await withAlarm();
    const keypad = await keypadOf(world);
    const perms = { arm: false, disarm: true, silence: false };
    const binding = { ...POINT, channel_address: keypad, parameter: 'STATE', value: 1, verb: 'disarm', zone_id: 'all' };
    await ok(world, 'POST', '/codes', { name: 'Slot 1', kind: 'keypad_slot', perms, enabled: true, binding });
    for (const _ of [1, 2]) {
      await arm(world);
      world.simulator.emit(keypad, 'STATE', 1);
      await expect.poll(async () => (await stateOf(world)).state).toBe('disarmed');
    }
  });

  it('neither disarms nor arms by values of bound keypads that are read again after an outage', async () => {
    await using world = await withAlarm();
    const keypad = await keypadOf(world);
    const perms = { arm: true, disarm: true, silence: false };
    const binding = { ...POINT, channel_address: keypad, parameter: 'STATE', zone_id: 'all' };
    const slots = [
      { ...binding, value: 1, verb: 'disarm' },
      { ...binding, value: 0, verb: 'arm', mode: 'full' },
    ];
    for (const [index, bound] of slots.entries()) {
      const code = { name: `Slot ${index}`, kind: 'keypad_slot', perms, enabled: true, binding: bound };
      await ok(world, 'POST', '/codes', code);
    }
    const [address, channel] = keypad.split(':');
    const shown = async () =>
      (await world.call('GET', `/api/v1/devices/${address}/channels/${channel}/data-points/STATE`, { as: 'viewer' }))
        .json.value;
    /** The keypad changes, and its report is lost in an outage: the gateway learns the value by reading alone. */
    async function changeWhileAway(value: number): Promise<void> {
      world.simulator.faults.dropCallbacks(true);
      world.simulator.emit(keypad, 'STATE', value);
      world.simulator.faults.boot(600);
      await expect.poll(async () => (await stateOf(world)).degraded).toBe(true);
      world.simulator.faults.clear();
      await expect.poll(async () => (await stateOf(world)).degraded, { timeout: 60_000 }).toBe(false);
      await expect.poll(shown).toBe(value);
    }
    await arm(world);
    await changeWhileAway(1);
    expect((await stateOf(world)).state).toBe('armed');
    await ok(world, 'POST', '/zones/all/disarm', {}, 'admin');
    await changeWhileAway(0);
    expect((await stateOf(world)).state).toBe('disarmed');
  }, 150_000);
});
