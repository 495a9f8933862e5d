import { expect, it } from 'vitest';
import { cause, rule, START, settled, untilTheEnd } from './world.js';

const MINUTE = 60_000;
const DAY = 86_400_000;
const make = untilTheEnd();

async function opened(rules: Parameters<Awaited<ReturnType<typeof make.world>>['open']>[1] = []) {
  const world = make.world();
  const service = await make.service();
  const channel = world.channel(service.url);
  const notify = await world.open([channel], rules);
  const titles = () => service.bodies().map(({ title }) => title);
  const { advance } = world.clock;
  // An attempt whose answer is under way would run into its timeout.
  world.clock.advance = async (ms) => {
    await expect.poll(() => notify.status().channels.some(({ state }) => state === 'delivering')).toBe(false);
    await advance(ms);
  };
  return { world, service, channel, notify, titles };
}

it('reports a low battery at once without any rule, and its end once', async () => {
  const { world, service, titles } = await opened();
  world.change('raised', cause('A1'));
  await expect.poll(titles).toEqual(['The battery of Device A1 is low']);
  world.change('ended', cause('A1'));
  world.change('cleared', cause('A1'));
  await expect.poll(titles).toEqual(['The battery of Device A1 is low', 'The battery of Device A1 is good again']);
  await settled();
  expect(service.bodies()).toMatchObject([{ level: 'attention' }, { level: 'info' }]);
});

it('reports danger at once, an unreachable device after a day, and a CCU after five minutes, without any rule', async () => {
  const { world, service, titles } = await opened();
  world.change('raised', cause('S', { class: 'smoke', kind: 'smoke', name: 'Kitchen' }));
  world.change('raised', cause('U', { class: 'unreachable', kind: 'device_unreachable', name: 'Gate' }));
  world.change('raised', cause('C', { class: 'unreachable', kind: 'ccu_down', name: 'home' }));
  await expect.poll(titles).toEqual(['Smoke: Kitchen']);
  expect(service.bodies()).toMatchObject([{ level: 'danger' }]);
  await world.clock.advance(5 * MINUTE - 1);
  expect(titles()).toHaveLength(1);
  await world.clock.advance(1);
  await expect.poll(titles).toEqual(['Smoke: Kitchen', 'The CCU home cannot be reached']);
  await world.clock.advance(DAY - 5 * MINUTE);
  await expect.poll(() => titles().at(-1)).toBe('Gate cannot be reached');
});

it('is silent about a matter that ended too soon', async () => {
  const { world, titles, notify } = await opened();
  world.change('raised', cause('U', { class: 'unreachable', kind: 'device_unreachable' }));
  await settled();
  world.change('ended', cause('U', { class: 'unreachable', kind: 'device_unreachable' }));
  await world.clock.advance(2 * DAY);
  expect(titles()).toEqual([]);
  expect(notify.status().matters).toBe(0);
});

it('sends nothing twice after a restart, and goes on with waiting messages', async () => {
  const { world, service, channel, titles } = await opened();
  world.change('raised', cause('A1'));
  await expect.poll(titles).toHaveLength(1);
  await world.close();
  // Without a gateway.
  world.change('raised', cause('A1'));
  world.change('raised', cause('A2'));
  await world.open([channel]);
  await expect.poll(titles).toEqual(['The battery of Device A1 is low', 'The battery of Device A2 is low']);
  service.answerStatus(500);
  world.change('raised', cause('A3'));
  await expect.poll(titles).toHaveLength(3);
  await world.close();
  const refused = service.bodies().at(-1)?.id;
  service.answerStatus(200);
  await world.open([channel]);
  await expect.poll(titles).toHaveLength(4);
  expect(service.bodies().at(-1)?.id).toBe(refused);
  await settled();
  expect(titles()).toHaveLength(4);
});

it('has the same id for a message that was sent before a kill', async () => {
  const { world, service, channel, titles } = await opened();
  await settled();
  const before = world.kept;
  world.change('raised', cause('A1'));
  await expect.poll(titles).toHaveLength(1);
  await world.close();
  // Killed before anything was stored.
  world.kept = before;
  await world.open([channel]);
  await expect.poll(titles).toHaveLength(2);
  expect(new Set(service.bodies().map(({ id }) => id)).size).toBe(1);
});

it('knows after a kill since when a matter lasts, from its store or from the events', async () => {
  for (const pause of [0, 10_000]) {
    const { world, channel, titles } = await opened();
    world.change('raised', cause('U', { class: 'unreachable', kind: 'device_unreachable', name: 'Gate' }));
    await settled();
    await world.clock.advance(pause);
    const kept = world.kept;
    await world.clock.advance(DAY / 2);
    await world.close();
    world.kept = kept;
    await world.open([channel]);
    await world.clock.advance(DAY / 2 - 1_000 - pause);
    expect(titles()).toEqual([]);
    await world.clock.advance(1_000);
    await expect.poll(titles).toEqual(['Gate cannot be reached']);
  }
});

it('compares with the present causes where events are missing', async () => {
  const { world, channel, titles } = await opened();
  world.change('raised', cause('A1'));
  await expect.poll(titles).toHaveLength(1);
  await world.close();
  world.kept = world.kept?.replace(/"epoch":"[^"]*"/, '"epoch":"another"');
  world.present = [cause('A2'), cause('A3', { ended_at: new Date(START).toISOString() })];
  await world.open([channel]);
  await expect
    .poll(titles)
    .toEqual([
      'The battery of Device A1 is low',
      'The battery of Device A1 is good again',
      'The battery of Device A2 is low',
    ]);
});

it('begins with the present causes when the first channel is configured', async () => {
  const world = make.world();
  const service = await make.service();
  world.present = [1, 2, 3, 4, 5, 6].map((each) => cause(`A${each}`));
  await world.open([world.channel(service.url)]);
  await expect.poll(() => service.bodies()).toMatchObject([{ title: '6 messages: The battery of Device A1 is low' }]);
});

it('goes on sending while nothing can be stored', async () => {
  const { world, titles } = await opened();
  world.isFull = true;
  world.change('raised', cause('A1'));
  await expect.poll(titles).toHaveLength(1);
  expect(world.lines.join('\n')).toContain('notify.not_stored');
});

it('a channel that fails keeps no other one waiting, and is tried again later and later', async () => {
  const world = make.world();
  const [good, bad] = [await make.service(), await make.service()];
  bad.answerStatus(503);
  const notify = await world.open([world.channel(bad.url, { name: 'bad' }), world.channel(good.url)]);
  world.change('raised', cause('A1'));
  world.change('raised', cause('A2'));
  await expect.poll(() => good.received.length).toBe(2);
  await expect
    .poll(() => notify.status().channels[0])
    .toMatchObject({
      ...{ state: 'waiting', waiting: 2, failedAttempts: 1, delivered: 0 },
      fault: { kind: 'refused', message: 'the receiver answered 503' },
      nextAttemptAt: START + 500,
    });
  await world.clock.advance(500);
  await expect.poll(() => notify.status().channels[0]).toMatchObject({ nextAttemptAt: START + 500 + 1_000 });
  bad.answerStatus(204);
  await world.clock.advance(1_000);
  await expect.poll(() => notify.status().channels[0]).toMatchObject({ state: 'idle', waiting: 0, delivered: 2 });
  expect(notify.status().channels[0]?.fault).toBeUndefined();
});

it('waits as long as a receiver asks for', async () => {
  const { world, service, notify } = await opened();
  service.answerStatus(429, '', { 'retry-after': '120' });
  world.change('raised', cause('A1'));
  await expect.poll(() => notify.status().channels[0]?.nextAttemptAt).toBe(START + 120_000);
});

it('drops the oldest of too many waiting messages, and shows it', async () => {
  const { world, service, notify } = await opened([rule({ name: 'all', on: ['battery'] })]);
  service.answerStatus(503);
  // Bursts of a rule are one message, so these come hour by hour.
  for (let each = 0; each < 104; each += 1) {
    world.change('raised', cause(`A${each}`));
    await settled();
    await world.clock.advance(11 * MINUTE);
  }
  await expect.poll(() => notify.status().channels[0]).toMatchObject({ waiting: 100, lost: 4 });
  expect(notify.status().channels[0]?.recentLost.at(-1)).toMatchObject({
    title: 'The battery of Device A0 is low',
    reason: 'more than 100 messages wait',
  });
});

it('gives up a message that is refused for its content, and one that is a day old', async () => {
  const { world, service, notify } = await opened();
  service.answerStatus(400);
  world.change('raised', cause('A1'));
  await expect.poll(() => notify.status().channels[0]).toMatchObject({ waiting: 0, lost: 1 });
  service.answerStatus(503);
  world.change('raised', cause('A2'));
  await expect.poll(() => notify.status().channels[0]).toMatchObject({ waiting: 1 });
  await world.clock.advance(DAY + 10 * MINUTE);
  await expect.poll(() => notify.status().channels[0]?.recentLost[0]?.reason).toBe('was not delivered within a day');
});

it('reports a value beyond a line after its time, a key press once, and an update of a CCU', async () => {
  const value = { address: 'T1', channel: 1, parameter: 'TEMPERATURE', above: 30 };
  const { world, titles, service } = await opened([
    rule({ name: 'hot', value, lastsMs: 10 * MINUTE }),
    rule({ name: 'bell', key: { address: 'K1', channel: 2 } }),
    rule({ name: 'updates', on: ['firmware'] }),
  ]);
  const measure = (number: unknown) =>
    world.events.publish({
      topic: 'device.T1.channels.1.data_points.TEMPERATURE',
      type: 'datapoint.value_changed',
      payload: { device_address: 'T1', channel: 1, parameter: 'TEMPERATURE', value: number },
    });
  for (const each of [31, null, 'x', 1e308]) measure(each);
  await settled();
  await world.clock.advance(10 * MINUTE);
  await expect.poll(titles).toEqual(['Name of T1: value beyond its limit']);
  expect(service.bodies()[0]?.text).toContain('TEMPERATURE = 31');
  measure(20);
  await expect.poll(() => titles().at(-1)).toBe('Name of T1: value within its limit again');
  expect(service.bodies().at(-1)?.text).toBe('Name of T1: value within its limit again');
  world.events.publish({
    topic: 'device.K1.channels.2.trigger',
    type: 'device.trigger',
    payload: { device_address: 'K1', channel: 2, parameter: 'PRESS_SHORT' },
  });
  await expect.poll(() => titles().at(-1)).toBe('Name of K1: key pressed');
  const update = { central: 'home', update_available: true, available_firmware: '3.99' };
  world.events.publish({ topic: 'hub.home.system_update', type: 'hub.system_update_changed', payload: update });
  await expect.poll(() => service.bodies().at(-1)?.text).toBe('An update is available for home (3.99)');
});

it('reports a value that is beyond its line when the rule begins, and its end that came without a gateway', async () => {
  const value = { address: 'W1', channel: 1, parameter: 'STATE', above: 0 };
  const world = make.world();
  const service = await make.service();
  world.value = true;
  const settings = [[world.channel(service.url)], [rule({ name: 'window', value, lastsMs: 10 * MINUTE })]] as const;
  await world.open(...settings);
  await world.clock.advance(10 * MINUTE);
  const titles = () => service.bodies().map(({ title }) => title);
  await expect.poll(titles).toEqual(['Name of W1: value beyond its limit']);
  await world.close();
  world.value = false;
  await world.open(...settings);
  await expect.poll(() => titles().at(-1)).toBe('Name of W1: value within its limit again');
});

it('bounds a rule that would fire ten thousand times, and counts all of them', async () => {
  const { world, titles, service } = await opened([rule({ name: 'bell', key: { address: 'K1', channel: 2 } })]);
  for (let each = 0; each < 10_000; each += 1) {
    world.events.publish({
      topic: 'device.K1.channels.2.trigger',
      type: 'device.trigger',
      payload: { device_address: 'K1', channel: 2, parameter: 'PRESS_SHORT' },
    });
    if (each % 200 === 0) await settled();
  }
  await expect.poll(titles).toHaveLength(10);
  // Each message is stored before and after it is sent; the presses between are not.
  expect(world.saves).toBeLessThanOrEqual(25);
  await world.clock.advance(10 * MINUTE);
  await expect.poll(titles).toHaveLength(11);
  expect(service.bodies().at(-1)?.title).toBe('9990 messages: Name of K1: key pressed');
  expect(service.bodies().at(-1)?.text).toMatch(/\nand 9970 more$/);
});

it('a test message is sent beside waiting ones, and makes the next attempt at once when it is taken', async () => {
  const { world, service, notify } = await opened();
  service.answerStatus(503);
  world.change('raised', cause('A1'));
  await expect.poll(() => notify.status().channels[0]?.state).toBe('waiting');
  service.answerStatus(200);
  await expect(notify.test('phone')).resolves.toEqual({ delivered: true, status: 200 });
  await expect.poll(() => notify.status().channels[0]).toMatchObject({ waiting: 0, delivered: 1 });
  expect(notify.test('other')).toBeUndefined();
});

it('shows at each channel that the events cannot be read', async () => {
  const world = make.world();
  const service = await make.service();
  const failing = async function* () {
    yield await Promise.reject(new Error('the log is damaged'));
  };
  world.events.cursor = failing as unknown as typeof world.events.cursor;
  const notify = await world.open([world.channel(service.url)]);
  await expect.poll(() => notify.status().channels[0]?.fault?.kind).toBe('internal');
  expect(world.lines.join()).toContain('notify.events');
});

it('drops the collected message of a rule that is gone', async () => {
  const { world, service, channel, titles } = await opened([rule({ name: 'daily', on: ['battery'], digestAt: 480 })]);
  world.change('raised', cause('A1'));
  await settled();
  await world.close();
  expect(world.kept).toContain('Device A1');
  await world.open([channel], [rule({ name: 'other', on: ['fault'] })]);
  await world.clock.advance(2 * DAY);
  await world.close();
  expect(titles()).toEqual([]);
  expect(JSON.parse(world.kept ?? '').memory.digests).toEqual({});
  expect(service.received).toEqual([]);
});

it('an event that cannot be read keeps no other one from its message', async () => {
  const { world, titles } = await opened();
  world.events.publish({ topic: 'security.faults', type: 'security.fault_changed', payload: { change: 'raised' } });
  world.change('raised', cause('A1'));
  await expect.poll(titles).toHaveLength(1);
});

it('reminds of a zone that was not armed without any rule, and of a code under duress by a rule alone', async () => {
  const zone = { zone_id: 'ground', zone_name: 'Ground floor' };
  const happen = ({ events }: ReturnType<typeof make.world>) => {
    events.publish({ topic: '$alarm.duress', type: 'alarm.duress', payload: zone });
    events.publish({ topic: 'alarm.panel', type: 'alarm.state_changed', payload: zone });
    events.publish({ topic: 'alarm.panel', type: 'alarm.reminder', payload: { ...zone, mode: 'night' } });
  };
  const { world, service, titles } = await opened();
  happen(world);
  await expect.poll(titles).toEqual(['Ground floor is not armed']);
  expect(service.bodies()[0]?.text).toContain('night');
  const silent = await opened([rule({ name: 'help', on: ['duress'] })]);
  happen(silent.world);
  await expect.poll(silent.titles).toEqual(['A code under duress was used: Ground floor']);
  await settled();
  expect(silent.service.bodies()).toMatchObject([{ level: 'danger' }]);
  expect(titles()).toHaveLength(1);
});

it('collects new firmware of devices and ended updates until the morning, each once, also over a restart', async () => {
  const { world, channel, titles, notify, service } = await opened();
  const texts = () => service.bodies().map(({ text }) => String(text));
  const device = { central: 'home', address: 'A1', name: 'Window' };
  world.firmware = { devices: [{ ...device, available: '2.0.0' }], ended: [] };
  const done = {
    id: 'u1',
    address: 'B1',
    name: 'Door',
    to: '1.4.2',
    state: 'done',
    at: world.clock.now() + 1,
  } as const;
  await world.clock.advance(60 * MINUTE);
  expect(notify.status().matters).toBe(1);
  world.firmware = { ...world.firmware, ended: [done, { ...done, id: 'u2', name: 'Gate', state: 'failed' }] };
  world.events.publish({
    topic: 'system.firmware',
    type: 'firmware.plan_changed',
    payload: { active: 0, paused: false },
  });
  await settled();
  expect(titles()).toEqual([]);
  await world.clock.advance(DAY);
  await expect.poll(texts).toHaveLength(1);
  for (const line of [
    'New firmware is available for Window (2.0.0',
    'The firmware of Door was updated (1.4.2)',
    'The firmware update of Gate failed (1.4.2)',
  ]) {
    expect(texts()[0]).toContain(line);
  }
  expect(service.bodies()[0]).toMatchObject({ level: 'attention' });
  await world.close();
  await world.open([channel]);
  await world.clock.advance(2 * DAY);
  expect(texts()).toHaveLength(1);
  // The device is known and has nothing to install any more.
  world.firmware = { devices: [device], ended: [done] };
  await world.clock.advance(2 * DAY);
  await expect.poll(texts).toHaveLength(2);
  expect(texts()[1]).toContain('Window has the newest firmware');
});

it('keeps a device with new firmware while its CCU has not been read, and asks for no firmware without such a rule', async () => {
  const { world, notify } = await opened();
  world.firmware = { devices: [{ central: 'home', address: 'A1', name: 'Window', available: '2' }], ended: [] };
  await world.clock.advance(60 * MINUTE);
  expect(notify.status().matters).toBe(1);
  world.firmware = { devices: [{ central: 'other', address: 'B1', name: 'Door' }], ended: [] };
  await world.clock.advance(60 * MINUTE);
  expect(notify.status().matters).toBe(1);
  world.firmware = { devices: [{ central: 'home', address: 'C1', name: 'Door' }], ended: [] };
  await world.clock.advance(60 * MINUTE);
  expect(notify.status().matters).toBe(0);

  const quiet = await opened([rule({ name: 'fire', on: ['smoke'] })]);
  quiet.world.firmware = { devices: [{ central: 'home', address: 'A1', name: 'Window', available: '2' }], ended: [] };
  await quiet.world.clock.advance(60 * MINUTE);
  expect(quiet.notify.status().matters).toBe(0);
});
