import { expect, it } from 'vitest';
import { testChannel } from '../src/index.js';
import { cause, untilTheEnd } from './world.js';

const make = untilTheEnd();
const TOKEN = '123456:AA-secret_token';

async function sent(kind: 'ntfy' | 'gotify' | 'telegram' | 'pushover' | 'url', more: object = {}) {
  const world = make.world();
  const service = await make.service();
  const channel = world.channel(`${service.url}/base/`, { kind, token: TOKEN, to: 'me', ...more });
  const notify = await world.open([channel]);
  world.change('raised', cause('S', { class: 'smoke', kind: 'smoke', name: 'Kitchen "1"' }));
  await expect.poll(() => service.received.length).toBe(1);
  return { world, service, channel, notify, request: service.received[0] };
}

it('sends to ntfy as its documentation has it: JSON to the base, with the topic and an access token', async () => {
  const { request } = await sent('ntfy');
  expect(request?.path).toBe('/base/');
  expect(request?.headers).toMatchObject({ authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' });
  expect(JSON.parse(request?.text ?? '')).toEqual({
    ...{ topic: 'me', title: 'Smoke: Kitchen "1"', message: 'Smoke: Kitchen "1"', priority: 5 },
  });
});

it('sends to Gotify as its documentation has it: JSON with the token of an application in a header', async () => {
  const { request } = await sent('gotify');
  expect(request?.path).toBe('/base/message');
  expect(request?.headers).toMatchObject({ 'x-gotify-key': TOKEN });
  expect(JSON.parse(request?.text ?? '')).toMatchObject({ title: 'Smoke: Kitchen "1"', priority: 9 });
});

it('sends to a bot of Telegram as its documentation has it, without markup', async () => {
  const { request } = await sent('telegram');
  expect(request?.path).toBe(`/base/bot${TOKEN}/sendMessage`);
  expect(JSON.parse(request?.text ?? '')).toEqual({
    ...{ chat_id: 'me', text: 'Smoke: Kitchen "1"', disable_notification: false },
  });
});

it('sends to Pushover as its documentation has it: a form with token, user and time', async () => {
  const { request } = await sent('pushover');
  expect(request?.path).toBe('/base/1/messages.json');
  expect(Object.fromEntries(new URLSearchParams(request?.text))).toMatchObject({
    ...{ token: TOKEN, user: 'me', title: 'Smoke: Kitchen "1"', priority: '1', timestamp: '1780315200' },
  });
});

it('sends a template to any URL, and no name of a device ends its strings', async () => {
  const { request } = await sent('url', { body: '{"content":"{{title}}","at":"{{time}}"}', language: 'de' });
  expect(JSON.parse(request?.text ?? '')).toEqual({ content: 'Rauch: Kitchen "1"', at: '2026-06-01T12:00:00.000Z' });
  const text = await sent('url', { body: '{{title}}!', format: 'text' });
  expect(text.request?.headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(text.request?.text).toBe('Smoke: Kitchen "1"!');
});

it.each([
  ['telegram', '{"ok":false,"error_code":429,"parameters":{"retry_after":77}}', 77_000],
  ['telegram', '{"ok":"yes"}', undefined],
  ['telegram', 'x'.repeat(100_000), undefined],
  ['pushover', '{"status":0}', undefined],
  ['pushover', 'null', undefined],
] as const)('%s that answers 200 with %s has not taken the message', async (kind, answer, pauseMs) => {
  const world = make.world();
  const service = await make.service();
  service.answerStatus(200, answer);
  const notify = await world.open([world.channel(service.url, { kind, token: TOKEN, to: 'me' })]);
  world.change('raised', cause('A1'));
  await expect.poll(() => notify.status().channels[0]).toMatchObject({ state: 'waiting', waiting: 1, delivered: 0 });
  if (pauseMs !== undefined) {
    expect(notify.status().channels[0]?.nextAttemptAt).toBe(world.clock.now() + pauseMs);
  }
});

it('asks for the time that Telegram wants also where it answers 429', async () => {
  const world = make.world();
  const service = await make.service();
  service.answerStatus(429, '{"ok":false,"parameters":{"retry_after":1e308}}');
  const notify = await world.open([world.channel(service.url, { kind: 'telegram', token: TOKEN, to: 'me' })]);
  world.change('raised', cause('A1'));
  await expect.poll(() => notify.status().channels[0]?.nextAttemptAt).toBe(world.clock.now() + 3_600_000);
});

it('a receiver that hangs, redirects or closes the connection is a fault without address and token [L09]', async () => {
  const world = make.world();
  const service = await make.service();
  const channel = world.channel(service.url, { kind: 'telegram', token: TOKEN, to: 'secret-chat' });
  const notify = await world.open([channel]);
  service.answerWith((response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end());
  world.change('raised', cause('A1'));
  const faultNow = () => notify.status().channels[0]?.fault?.kind;
  await expect.poll(faultNow).toBe('redirect');
  service.answerWith((response) => response.socket?.destroy());
  await world.clock.advance(1_000);
  await expect.poll(faultNow).toBe('closed');
  service.answerWith(() => undefined);
  await world.clock.advance(2_000);
  await expect.poll(() => service.received.length).toBe(3);
  await world.clock.advance(10_000);
  await expect.poll(faultNow).toBe('timeout');
  const seen = [...world.lines, JSON.stringify(notify.status())].join('\n');
  for (const secret of [TOKEN, 'secret-chat', service.url]) expect(seen).not.toContain(secret);
});

it('sends nothing to an address of this machine that is not allowed', async () => {
  const world = make.world();
  const service = await make.service();
  const channel = world.channel(service.url, { allowNetworks: [] });
  const outcome = await testChannel(channel, world.environment, AbortSignal.timeout(60_000));
  expect(outcome).toMatchObject({ delivered: false, fault: { kind: 'forbidden' } });
  expect(service.received).toEqual([]);
});

it('refuses settings that cannot be used', async () => {
  const world = make.world();
  for (const wrong of [
    world.channel('http://a.example', { kind: 'gotify' }),
    world.channel('http://a.example', { kind: 'telegram', token: '../x', to: 'me' }),
    world.channel('http://a.example', { kind: 'ntfy', to: '' }),
    world.channel('http://a.example', { token: 'a\nb' }),
    world.channel('http://a.example', { body: '{"a":{{title}}}' }),
    world.channel('http://a.example', { body: '"{{password}}"' }),
    world.channel('http://a.example', { allowNetworks: ['x'] }),
    world.channel('http://a.example', { kind: 'email', to: 'me@a.example', from: 'me@a.example' }),
    world.channel('smtp://a.example', { to: 'me' }),
    world.channel('smtp://a.example', { kind: 'email', to: 'me', from: 'me@a.example' }),
    world.channel('smtp://a.example', { kind: 'email', to: 'me@a.example', from: 'me@a.example\r\nbcc: x@y' }),
  ]) {
    await expect(world.open([wrong]), JSON.stringify(wrong)).rejects.toThrow(RangeError);
  }
});
