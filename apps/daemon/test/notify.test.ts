import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { notifySubject } from '@ccu-gateway/contract';
import { SUBJECTS } from '@ccu-gateway/notify/settings';
import { expect, it } from 'vitest';
import { startService } from '../../../packages/notify/test/world.js';
import { startWorld, type World } from './world.js';

const only = ['00F1C0DE000001', '00F1C0DE000003', '00F1C0DE000010', '00F1C0DE000013'];

const MOTION = '00F1C0DE000010';
const SMOKE = '00F1C0DE000013';
const THERMOSTAT = '00F1C0DE000001';
const TOKEN = '123456:canary-token';

const configure = (world: World, notify: object) =>
  world.call('PUT', '/api/v1/config/sections/notify', { body: notify });
const statusOf = async (world: World) => (await world.call('GET', '/api/v1/notify', { as: 'viewer' })).json;
const components = async (world: World) =>
  (await world.call('GET', '/api/v1/health')).json.components.filter(({ name }: { name: string }) =>
    name.startsWith('notify'),
  );

async function withService() {
  const service = await startService();
  const channel = {
    ...{ kind: 'telegram', url: service.url, to: 'chat', token: TOKEN, language: 'de' },
    allow_networks: ['127.0.0.0/8'],
  };
  return { service, channel, texts: () => service.bodies().map(({ text }) => String(text)) };
}

it('sends dangers and batteries over a channel, each once, also over a restart, and shows a channel that fails', async () => {
  const { service, channel, texts } = await withService();
  const world = await startWorld({ only });
  expect(await statusOf(world)).toEqual({ channels: [], rules: [], matters: 0 });
  const answer = await configure(world, { channels: { phone: channel } });
  expect(answer.json, answer.text).toMatchObject({ applied: true, restart_required: false });
  expect((await statusOf(world)).rules).toEqual([
    'danger',
    'battery',
    'unreachable',
    'ccu',
    'reminder',
    'device_firmware',
  ]);
  world.simulator.emit(`${SMOKE}:1`, 'SMOKE_DETECTOR_ALARM_STATUS', 1);
  await expect.poll(() => texts().join('\n')).toContain('Rauch: ');
  world.simulator.emit(`${MOTION}:0`, 'LOW_BAT', true);
  // The simulated installation has another one from the start.
  await expect.poll(() => texts().filter((text) => /^Die Batterie von .* ist schwach/.test(text)).length).toBe(2);
  await expect.poll(() => texts().join('\n')).toContain('Rauch: ');
  expect(await components(world)).toMatchObject([{ name: 'notify.phone', status: 'healthy' }]);

  service.answerStatus(503);
  world.simulator.emit(`${MOTION}:0`, 'LOW_BAT', false);
  await expect
    .poll(async () => (await statusOf(world)).channels)
    .toMatchObject([{ name: 'phone', kind: 'telegram', waiting: 1, fault: { kind: 'refused' } }]);
  expect(await components(world)).toMatchObject([{ status: 'degraded', note: 'the receiver answered 503' }]);
  service.answerStatus(200, '{"ok":true}');
  service.received.length = 0;
  const again = await world.restart();
  await expect.poll(() => texts().join('\n')).toMatch(/wieder gut/);
  // The smoke lasts, and is known.
  await expect.poll(() => again.call('GET', '/api/v1/security').then(({ json }) => json.level)).toBe('danger');
  expect(texts().join('\n')).not.toContain('Rauch: ');

  const shown = await again.call('GET', '/api/v1/config/sections/notify');
  expect(shown.json.channels.phone).toMatchObject({ token: '***' });
  expect((await configure(again, shown.json)).status).toBe(200);
  expect((await configure(again, {})).status).toBe(200);
  expect(await components(again)).toEqual([]);
  expect(`${world.logged()}${again.logged()}`).not.toContain('canary-token');
  await again.close();
  await service.close();
});

/** No device reports it. */
const BEYOND = { address: THERMOSTAT, channel: 1, parameter: 'ACTUAL_TEMPERATURE', above: 1_000 };

it('tests a channel for administrators, before and after it is saved, and shows the text of a message', async () => {
  const { service, channel } = await withService();
  await using world = await startWorld({
    only,
    // A rule of its own, so that no default rule sends a message of the simulated devices.
    config: { notify: { language: 'de', channels: { phone: channel }, rules: { hot: { value: BEYOND } } } },
  });
  const test = (name: string, as: 'admin' | 'operator') => world.call('POST', `/api/v1/notify/${name}/test`, { as });
  expect((await test('phone', 'operator')).status).toBe(403);
  expect((await test('nothing', 'admin')).json).toMatchObject({ status: 404, code: 'not_found' });
  expect((await test('phone', 'admin')).json).toEqual({ delivered: true, status: 200 });
  expect(service.bodies()).toMatchObject([{ text: 'Testnachricht von ccu-gateway' }]);
  const { json: entries } = await world.call('GET', '/api/v1/audit?limit=20');
  const notes = entries.filter(({ action }: { action: string }) => action === 'notify_test');
  expect(notes).toMatchObject([{ note: 'phone: delivered' }]);

  const tryOut = (more: object) =>
    world.call('POST', '/api/v1/config/sections/notify/test', {
      body: { settings: { channels: { other: { ...channel, ...more } } }, name: 'other' },
    });
  expect((await tryOut({})).json).toMatchObject({ ok: true });
  expect((await tryOut({ allow_networks: [] })).json).toMatchObject({ ok: false, kind: 'forbidden' });
  expect(service.received).toHaveLength(2);

  const preview = (body: object, as: 'admin' | 'viewer' = 'admin') =>
    world.call('POST', '/api/v1/notify/preview', { body, as });
  expect((await preview({ subject: 'battery' }, 'viewer')).status).toBe(403);
  expect((await preview({ subject: 'nothing' })).status).toBe(400);
  expect((await preview({ subject: 'battery', name: 'Bad', body: '{"a":"{{title}}"}' })).json).toEqual({
    ...{ title: 'Die Batterie von Bad ist schwach', text: 'Die Batterie von Bad ist schwach', level: 'attention' },
    body: '{"a":"Die Batterie von Bad ist schwach"}',
  });
  const file = readFileSync(join(world.dataDir, 'config.yaml'), { encoding: 'utf8', flag: 'a+' });
  expect(file).not.toContain('canary-token');
  await service.close();
});

it('reports a value that is beyond its line now, with the name of its device, and follows its events', async () => {
  const { service, channel, texts } = await withService();
  await using world = await startWorld({ only });
  const measure = (value: number) => world.simulator.emit(`${THERMOSTAT}:1`, 'ACTUAL_TEMPERATURE', value);
  measure(35);
  const point = `/api/v1/devices/${THERMOSTAT}/channels/1/data-points/ACTUAL_TEMPERATURE`;
  await expect.poll(async () => (await world.call('GET', point)).json.value).toBe(35);
  const { name } = (await world.call('GET', `/api/v1/devices/${THERMOSTAT}`)).json;
  const value = { address: THERMOSTAT, channel: 1, parameter: 'ACTUAL_TEMPERATURE', above: 30 };
  await configure(world, { channels: { phone: channel }, rules: { hot: { value } } });
  await expect.poll(texts).toEqual([expect.stringContaining(`${name}: Wert außerhalb der Grenze`)]);
  measure(20);
  await expect.poll(texts).toHaveLength(2);
  expect(texts()[1]).toBe(`${name}: Wert wieder innerhalb der Grenze`);
  await service.close();
});

it('has the same matters in the contract as in the rules', () => {
  expect(notifySubject.options).toEqual([...SUBJECTS]);
});

it('refuses settings that cannot be, names the field, and repeats no secret [L09]', async () => {
  await using world = await startWorld({ waitForCcu: false, config: { centrals: [] } });
  const phone = { kind: 'gotify', url: 'https://gotify.example', token: 'canary-token' };
  for (const [settings, field] of [
    [{ channels: { phone: { ...phone, url: 'ftp://a' } } }, 'channels.phone.url'],
    [{ channels: { phone: { ...phone, token: 'canary-token\n' } } }, 'channels.phone.token'],
    [{ channels: { phone: { ...phone, kind: 'telegram', to: 'me' } } }, 'channels.phone.token'],
    [{ channels: { phone: { ...phone, kind: 'ntfy' } } }, 'channels.phone.to'],
    [{ channels: { phone: { ...phone, kind: 'url', body: '{{what}}' } } }, 'channels.phone.body'],
    [{ channels: { phone }, rules: { one: {} } }, 'rules.one'],
    [{ channels: { phone }, rules: { one: { on: ['key'], channels: ['lost'] } } }, 'rules.one.channels'],
    [{ channels: { phone }, rules: { one: { on: ['battery'], digest: '25:00' } } }, 'rules.one.digest'],
    [
      { channels: { phone }, rules: { one: { value: { address: 'A+', channel: 1, parameter: 'X', above: 1 } } } },
      'rules.one',
    ],
    [
      { channels: { phone }, rules: { one: { value: { address: 'A', channel: 1, parameter: 'X' } } } },
      'rules.one.value',
    ],
    [{ channels: { phone }, rules: { one: { on: ['battery'], lasts: '99d' } } }, 'rules.one.lasts'],
  ] as const) {
    const { status, text, json } = await configure(world, settings);
    expect([status, JSON.stringify(json.errors)], text).toEqual([400, expect.stringContaining(`notify.${field}`)]);
    expect(text).not.toContain('canary-token');
  }
});
