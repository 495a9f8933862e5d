import { inventedHouse } from '@ccu-gateway/ccu-simulator';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startWorld, type World } from './world.js';

const [OLD, FRESH, SHUTTER, KEY] = ['00F1C0DE000007', '00F1C0DE0000AA', '00F1C0DE000008', '00F1C0DE000012'] as const;
const PATIENCE = { timeout: 20_000, interval: 20 } as const;
const seed = inventedHouse().devices.find(({ description }) => description.ADDRESS === OLD)!;
/** A device of the same type, which was just paired. */
const paired = (address: string) => JSON.parse(JSON.stringify(seed).replaceAll(OLD, address));

describe('a broken device', () => {
  let world: World;
  let room: string;
  const api = (path: string) => `/api/v1${path}`;
  const get = async (path: string) => (await world.call('GET', api(path))).json;
  const replace = (address: string, body: object, as?: 'operator') =>
    world.call('POST', api(`/devices/${address}/replace`), { body, ...(as && { as }) });
  const report = async (id: string) => await get(`/device-replacements/${id}`);
  const stepOf = (json: { readonly steps: readonly { readonly subject: string }[] }, subject: string) =>
    json.steps.find((step) => step.subject === subject);
  const known = (address: string) =>
    expect.poll(async () => (await world.call('GET', api(`/devices/${address}`))).status, PATIENCE).toBe(200);
  const gone = (address: string) =>
    expect.poll(async () => (await world.call('GET', api(`/devices/${address}`))).status, PATIENCE).toBe(404);
  const ended = (id: string) => expect.poll(async () => (await report(id)).state, PATIENCE);

  beforeEach(async () => {
    world = await startWorld({ only: ['00F1C0DE000007', '00F1C0DE000008', '00F1C0DE000012'] });
    world.simulator.house.addDevice(paired(FRESH));
    await known(FRESH);
    const at = `/devices/${OLD}/channels/4`;
    await world.call('PUT', api(`/devices/${OLD}:4/paramsets/MASTER`), { body: { POWERUP_JUMPTARGET: 1 } });
    await world.call('PUT', api(`${at}/flags`), { body: { locked: true } });
    const [{ name: first }] = await get('/rooms');
    room = first;
    await world.call('PATCH', api(at), { body: { rooms: [room] } });
  }, 90_000);
  afterEach(() => world.close());

  it('is replaced with everything that belongs to it, and returns once it is repaired', async () => {
    const before = await get(`/devices/${OLD}/channels/4/data-points/LEVEL`);
    expect(await get(`/devices/${FRESH}/replace-candidates`)).toMatchObject([{ address: OLD, name: seed.name }]);
    const plan = await replace(FRESH, { old_address: OLD, dry_run: true });
    expect([plan.status, plan.json.state, stepOf(plan.json, 'ccu')]).toMatchObject([
      200,
      'planned',
      { state: 'waiting' },
    ]);
    expect(world.simulator.house.device(OLD), 'a dry run changes nothing').toBeDefined();

    // The CCU passes on names, rooms and programs; configuration and links are left to the gateway.
    world.simulator.faults.bareReplacements(true);
    const { status, json } = await replace(FRESH, { old_address: OLD });
    expect([status, stepOf(json, 'ccu')]).toMatchObject([202, { state: 'done' }]);
    await ended(json.id).toBe('done');
    const done = await report(json.id);
    expect(done.steps.filter(({ state }: { state: string }) => state !== 'done')).toEqual([]);
    expect(done).toMatchObject({ old_address: OLD, new_address: FRESH, by: 'test-admin', way_back: false });
    await gone(OLD);
    expect(await get(`/devices/${FRESH}`)).toMatchObject({
      name: seed.name,
      rooms: [room],
      identity_address: OLD,
      replaced: [{ address: OLD }],
    });
    expect(await get(`/devices/${FRESH}:4/paramsets/MASTER`)).toMatchObject({ POWERUP_JUMPTARGET: 1 });
    expect(await get(`/devices/${FRESH}/channels/4/flags`)).toMatchObject({ locked: true });
    expect(await get(`/devices/${FRESH}/links`)).toMatchObject([
      { sender_address: `${KEY}:1`, receiver_address: `${FRESH}:4` },
    ]);
    expect(await get(`/devices/${FRESH}/channels/4/data-points/LEVEL`)).toMatchObject({ unique_id: before.unique_id });
    expect(await get('/audit?op=device_replace')).toMatchObject([{ device_address: FRESH, note: OLD }]);

    const restarted = await world.restart({});
    world = restarted;
    await expect.poll(async () => (await get(`/devices/${FRESH}`)).identity_address, PATIENCE).toBe(OLD);

    world.simulator.faults.bareReplacements(false);
    world.simulator.house.addDevice(paired(OLD));
    await known(OLD);
    expect(await report(json.id)).toMatchObject({ state: 'done', way_back: true });
    expect((await get(`/devices/${OLD}/channels/4/data-points/LEVEL`)).unique_id).not.toBe(before.unique_id);
    const back = await replace(OLD, { old_address: FRESH });
    await ended(back.json.id).toBe('done');
    await expect.poll(async () => (await report(json.id)).state, PATIENCE).toBe('undone');
    expect(await get(`/devices/${OLD}`)).toMatchObject({ name: seed.name, rooms: [room] });
    expect((await get(`/devices/${OLD}/channels/4/data-points/LEVEL`)).unique_id).toBe(before.unique_id);
  }, 120_000);

  it('keeps the name that it was given at the CCU after the gateway had read the names', async () => {
    world.simulator.house.rename(`${OLD}:4`, 'Renamed at the CCU');
    const { json } = await replace(FRESH, { old_address: OLD });
    await ended(json.id).toBe('done');
    expect(await get(`/devices/${FRESH}/channels/4`)).toMatchObject({ name: 'Renamed at the CCU' });
  }, 90_000);

  it('is not replaced by one of another type, by itself, by an unknown one, or for an operator', async () => {
    const refused = async (old_address: string) => (await replace(FRESH, { old_address })).json;
    expect(await refused(SHUTTER)).toMatchObject({
      code: 'validation',
      errors: [{ field: 'old_address', reason: expect.stringContaining(OLD) }],
    });
    expect(await refused(FRESH)).toMatchObject({
      errors: [{ field: 'old_address', reason: 'must be another device' }],
    });
    expect(await refused('NOTHING')).toMatchObject({ errors: [{ field: 'old_address' }] });
    expect((await replace('NOTHING', { old_address: OLD })).status).toBe(404);
    expect((await replace(FRESH, { old_address: OLD }, 'operator')).status).toBe(403);
    expect((await replace(FRESH, { old_address: [] })).status).toBe(400);
    expect(await get('/device-replacements')).toEqual([]);
    expect(world.simulator.received.of('replaceDevice')).toEqual([]);
  }, 90_000);

  it('stays as it is where the CCU refuses, and the report names the cause', async () => {
    world.simulator.faults.refuseCalls(true, 'replaceDevice');
    const answer = await replace(FRESH, { old_address: OLD });
    expect([answer.status, answer.json.reason]).toEqual([502, 'fault']);
    const [kept] = await get('/device-replacements');
    expect(kept).toMatchObject({ state: 'failed', error: { reason: 'fault' }, way_back: false });
    expect(stepOf(kept, 'ccu')).toMatchObject({ state: 'failed' });
    expect(await get(`/devices/${OLD}`)).toMatchObject({ address: OLD, name: seed.name });
    expect((await get(`/devices/${FRESH}`)).identity_address).toBeUndefined();
    world.simulator.faults.clear();
    const { json } = await replace(FRESH, { old_address: OLD });
    await ended(json.id).toBe('done');
  }, 90_000);

  it('leaves its position in an alarm zone to the new one, and gets it back', async () => {
    const zone = {
      id: 'ground',
      name: 'Ground floor',
      config: { modes: { full: { exit_delay_ms: 0, entry_delay_ms: 0 } } },
    };
    const output = { id: 'light', class: 'alarm_light', central: 'home', channel_address: `${OLD}:4` };
    expect((await world.call('POST', api('/alarm/zones'), { body: zone })).status).toBe(201);
    const put = await world.call('PUT', api('/alarm/zones/ground/outputs'), { body: [output] });
    expect(put.status).toBeLessThan(300);
    const at = async () => (await get('/alarm/zones/ground/outputs'))[0].channel_address;
    const { json } = await replace(FRESH, { old_address: OLD });
    await ended(json.id).toBe('done');
    expect(stepOf(await report(json.id), 'alarm')).toMatchObject({ state: 'done', count: 1 });
    expect(await at()).toBe(`${FRESH}:4`);
    world.simulator.house.addDevice(paired(OLD));
    await known(OLD);
    const back = await replace(OLD, { old_address: FRESH });
    await ended(back.json.id).toBe('done');
    expect(await at()).toBe(`${OLD}:4`);
  }, 90_000);

  it('is reported with each thing that its successor did not take', async () => {
    world.simulator.faults.bareReplacements(true);
    world.simulator.faults.refuseCalls(true, 'addLink');
    const { json } = await replace(FRESH, { old_address: OLD });
    await ended(json.id).toBe('done');
    const links = stepOf(await report(json.id), 'links');
    expect(links).toMatchObject({ state: 'partly', left: [{ what: `${KEY}:1 ${FRESH}:4`, reason: 'fault' }] });
  }, 90_000);

  it('is replaced once by two people at once', async () => {
    world.simulator.faults.slow(300);
    const answers = await Promise.all([replace(FRESH, { old_address: OLD }), replace(FRESH, { old_address: OLD })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 409]);
    const [first, second] = answers.sort((one, other) => one.status - other.status);
    expect(second!.json).toMatchObject({ reason: 'replacement_running' });
    world.simulator.faults.clear();
    await ended(first!.json.id).toBe('done');
    expect(world.simulator.received.of('replaceDevice')).toHaveLength(1);
  }, 90_000);

  it('whose replacement is interrupted leaves a report, and the same request finishes it', async () => {
    world.simulator.faults.bareReplacements(true);
    world.simulator.faults.slow(60);
    const begun = await replace(FRESH, { old_address: OLD });
    expect(begun.status).toBe(202);
    // The stop of the gateway ends it; the CCU answers quickly again afterwards.
    const restarted = world.restart({});
    world.simulator.faults.slow(0);
    world = await restarted;
    await expect.poll(async () => (await get('/device-replacements')).length, PATIENCE).toBe(1);
    const failed = await report(begun.json.id);
    expect(failed).toMatchObject({ state: 'failed', error: { reason: expect.any(String) } });
    expect(stepOf(failed, 'ccu')).toMatchObject({ state: 'done' });
    expect(world.simulator.house.links('HmIP-RF').filter(({ receiver }) => receiver.startsWith(FRESH))).toEqual([]);
    const plan = await replace(FRESH, { old_address: OLD, dry_run: true });
    expect([plan.status, plan.json]).toEqual([200, failed]);
    const again = await replace(FRESH, { old_address: OLD });
    expect([again.status, again.json.id]).toEqual([202, failed.id]);
    await ended(failed.id).toBe('done');
    expect(world.simulator.received.of('replaceDevice')).toHaveLength(1);
    expect(await get(`/devices/${FRESH}/links`)).toHaveLength(1);
    expect(await get(`/devices/${FRESH}/channels/4/flags`)).toMatchObject({ locked: true });
  }, 120_000);
});
