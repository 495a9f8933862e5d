import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startWireWorld, type WireWorld } from './wire/driver.js';
import { climate, exported, week } from './wire/rows-configuration.js';
import { message, raised } from './wire/rows-hub.js';
import { truthOf } from './wire/truth.js';

const LAMP = '00F1C0DE000007';
const PATIENCE = { timeout: 50_000, interval: 20 } as const;
const REFUSED = { status: 502, code: 'upstream_unavailable', reason: 'fault' } as const;

describe('a change of several steps, of which the CCU refuses one', () => {
  let wire: WireWorld;
  beforeAll(async () => {
    wire = await startWireWorld({ timings: { rescanMinMs: 20 } });
  });
  afterEach(() => wire.world.simulator.faults.clear());
  afterAll(() => wire.close());

  const refuse = (name: string, after = 0) => wire.world.simulator.faults.refuseCalls(true, name, after);
  const house = () => wire.world.simulator.house;
  const shown = async (path: string) => (await wire.world.call('GET', `/api/v1${path}`)).json;
  const written = async () => (await shown('/audit?limit=1'))[0];

  it('reports the channels of a device that were named before, and all clients see those names', async () => {
    refuse('rename', 3);
    const ask = { params: { addr: LAMP }, body: { name: 'Neu', include_channels: true, rooms: ['Flur'] } };
    const { error } = await wire.tried({ of: 'PATCH /devices/{addr}', ask });
    const applied = [`${LAMP} name`, `${LAMP}:1 name`, `${LAMP}:2 name`];
    expect(error).toMatchObject({
      ...REFUSED,
      applied,
      detail: expect.stringContaining(`Done before: ${applied.join(', ')}`),
    });
    expect(
      house()
        .device(LAMP)
        ?.channels.map(({ name }) => name === undefined || name.startsWith('Neu')),
      // The CCU itself names the channel 0 after its device.
    ).toEqual([true, true, true, false, false, false, false, false]);
    expect(await shown(`/devices/${LAMP}`)).toMatchObject({ name: 'Neu' });
    expect(await written()).toMatchObject({ action: 'device_metadata', outcome: 'partial', note: applied.join(', ') });
  });

  it('reports that a channel was named, but not put into its room', async () => {
    refuse('group_assign');
    const ask = { params: { addr: LAMP, no: 4 }, body: { name: 'Links', rooms: ['Flur'], functions: [] } };
    const { error, writes } = await wire.tried({ of: 'PATCH /devices/{addr}/channels/{no}', ask });
    expect(error).toMatchObject({ ...REFUSED, applied: [`${LAMP}:4 name`] });
    // What stands behind the refused step was not tried.
    expect(writes.map((each) => each.split(' ')[1])).toEqual(['rename', 'group_assign']);
    expect((await shown(`/devices/${LAMP}/channels`)).find(({ number }: { number: number }) => number === 4).name).toBe(
      'Links',
    );
    expect(await written()).toMatchObject({ action: 'channel_metadata', outcome: 'partial' });
  });

  it('reports that a device is in, but has no name yet', async () => {
    refuse('rename');
    const ask = { params: { addr: '00F1C0DE00001A' }, body: { name: 'Bad', rooms: ['Flur'] } };
    const { error } = await wire.tried({ of: 'POST /devices/{addr}/accept', ask });
    expect(error).toMatchObject({ ...REFUSED, reason: 'accepted_not_configured', applied: ['accepted'] });
    expect(house().device('00F1C0DE00001A')).toMatchObject({ ready: true });
    expect(await shown('/inbox')).toEqual([]);
    expect(await written()).toMatchObject({ action: 'device_accept', device_address: '00F1C0DE00001A' });
  });

  it('reports that a link was made, but has no profile yet and cannot be removed', async () => {
    refuse('putParamset');
    refuse('removeLink');
    const ends = { sender_address: '00F1C0DE000012:4', receiver_address: `${LAMP}:4` };
    const ask = { params: { addr: LAMP }, body: { ...ends, profile_id: 5, settings: { time: 60 } } };
    const { error, writes } = await wire.tried({ of: 'POST /devices/{addr}/links', ask });
    expect(error).toMatchObject({ ...REFUSED, applied: ['link'] });
    expect(writes.map((each) => each.split(' ')[1])).toEqual(['addLink', 'putParamset', 'removeLink']);
    expect(await written()).toMatchObject({ action: 'link_add', note: expect.any(String) });
  });

  it('reports the acknowledged messages', async () => {
    for (const device of ['SIM0000001', 'SIM0000002']) await raised(`${device}:0`, 'STICKY_UNREACH')(wire.world);
    const quittable = () =>
      house()
        .messages()
        .filter((each) => each.kind === 'service' && each.quittable);
    const before = quittable();
    refuse('message_ack', 1);
    const { error } = await wire.tried({ of: 'POST /service-messages/ack-all', ask: {} });
    const [first] = before;
    expect(error).toMatchObject({ ...REFUSED, applied: [String(first?.id)] });
    expect(quittable()).toHaveLength(before.length - 1);
    const listed = async () =>
      (await shown('/service-messages')).some(({ id }: { id: string }) => id === String(first?.id));
    expect(await listed()).toBe(false);
    expect(await written()).toMatchObject({
      action: 'service_message_ack_all',
      outcome: 'partial',
      note: String(first?.id),
    });
  });

  it('reports the messages of a channel that are raised again', async () => {
    const channel = '00F1C0DE000001:0';
    const disable = async (parameter: string) => {
      await raised(channel, parameter)(wire.world);
      const id = message(house(), `${channel}.${parameter}`);
      await wire.tried({ of: 'POST /service-messages/{id}/disable', ask: { params: { id } } });
    };
    await disable('UNREACH');
    await disable('LOW_BAT');
    refuse('suppressServiceMessages', 1);
    const { error } = await wire.tried({ of: 'POST /service-messages/unsuppress', ask: { body: { channel } } });
    expect(error).toMatchObject({ ...REFUSED, applied: ['UNREACH'] });
    expect(await shown('/service-messages/suppressed')).toMatchObject([{ channel, parameter: 'LOW_BAT' }]);
    expect(await written()).toMatchObject({
      action: 'service_message_unsuppress',
      outcome: 'partial',
      note: 'UNREACH',
    });
  });

  it('reports the values that were set where each is a call of its own', async () => {
    const at = 'CUX2801001:1';
    refuse('setValue', 1);
    const ask = { params: { addr: at, key: 'VALUES' }, body: { INHIBIT: true, STATE: true } };
    const { error, writes } = await wire.tried({ of: 'PUT /devices/{addr}/paramsets/{key}', ask });
    expect(writes).toEqual([`CUxD setValue "${at}" "INHIBIT" true`, `CUxD setValue "${at}" "STATE" true !-1`]);
    expect(error).toMatchObject({ ...REFUSED, applied: ['INHIBIT'] });
    expect([house().value(at, 'INHIBIT')?.value, house().value(at, 'STATE')?.value]).toEqual([true, false]);
    expect(await written()).toMatchObject({ action: 'paramset_write', outcome: 'partial', note: 'INHIBIT' });
  });

  it('reports the channels that follow their programme no longer', async () => {
    refuse('setValue', 1);
    const ask = { args: { device_address: '00F1C0DE000006', enabled: false } };
    const { error, writes } = await wire.tried({ of: 'schedules.set_enabled', ask });
    expect(error).toMatchObject({ code: 'upstream_unavailable', message: expect.stringContaining('Done before: 1_1') });
    expect(writes).toEqual([
      'HmIP-RF setValue "00F1C0DE000006:8" "COMBINED_PARAMETER" "WPTCLS=1,WPTCL=0"',
      'HmIP-RF setValue "00F1C0DE000006:8" "COMBINED_PARAMETER" "WPTCLS=2,WPTCL=0" !-1',
    ]);
    expect(house().value('00F1C0DE000006:8', 'WEEK_PROGRAM_CHANNEL_LOCKS')?.value).toBe(1);
    expect(await written()).toMatchObject({ action: 'schedule_channel_lock', note: '1_1 disabled' });
  });

  it.each([
    [
      'PUT /devices/{addr}/paramsets/{key}',
      { params: { addr: `${LAMP}:4`, key: 'VALUES' }, body: { LEVEL: 0.2, RAMP_TIME: 1 } },
    ],
    [
      'PUT /devices/{addr}/paramsets/{key}',
      { params: { addr: '00F1C0DE000001:1', key: 'MASTER' }, body: { TEMPERATURE_OFFSET: 2 } },
    ],
    [
      'POST /devices/{addr}/cdps/{name}/{operation}',
      { params: { addr: LAMP, name: 'LEVEL', operation: 'turn_on' }, body: { params: { ramp_time: 2 } } },
    ],
    [
      'PUT /devices/{addr}/link-ps/{peer}',
      { params: { addr: `${LAMP}:4`, peer: '00F1C0DE000012:1' }, body: { SHORT_ON_LEVEL: 0.3 } },
    ],
    [
      'PUT /devices/{addr}/schedule',
      { params: { addr: '00F1C0DE000001' }, body: climate('00F1C0DE000001', 1, { P1: week('07:00', '08:30', 22) }) },
    ],
    [
      'POST /devices/{addr}/channels/{no}/config/import',
      {
        params: { addr: '00F1C0DE000001', no: 1 },
        body: exported({ TEMPERATURE_OFFSET: 2, BOOST_TIME_PERIOD: 10 }),
      },
    ],
  ])('%s is one call: refused, nothing of it was done', async (of, ask) => {
    refuse('putParamset');
    const before = truthOf(house());
    const { id } = await written();
    const { error } = await wire.tried({ of, ask });
    expect(error).toMatchObject({ ...REFUSED, fault_code: -1 });
    expect(error).not.toHaveProperty('applied');
    expect(truthOf(house()) === before).toBe(true);
    expect((await written()).id).toBe(id);
  });

  it('was made, even if the CCU cannot show it: names follow as soon as they can be read', async () => {
    refuse('names');
    const renamed = await wire.tried({
      of: 'PATCH /rooms/{name}',
      ask: { params: { name: 'Keller' }, body: { new_name: 'Gewölbe' } },
    });
    expect(renamed.error).toBeUndefined();
    wire.world.simulator.faults.clear();
    const names = async () => (await shown('/rooms')).map(({ name }: { name: string }) => name);
    await expect.poll(names, PATIENCE).toContain('Gewölbe');
  });

  it('was made, even if the CCU cannot show it: a variable is set once', async () => {
    refuse('variables', 1);
    const set = await wire.tried({
      of: 'PUT /sysvars/{name}',
      ask: { params: { name: 'Strompreis' }, body: { value: 12 } },
    });
    expect([set.error, set.writes]).toEqual([undefined, ['script variable_set {"name":"Strompreis","value":12}']]);
    expect(
      house()
        .sysvars()
        .find(({ name }) => name === 'Strompreis')?.value,
    ).toBe(12);
  });
});
