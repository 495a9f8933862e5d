import type { AddressInfo } from 'node:net';
import { createAuthority } from '@ccu-gateway/ccu-simulator/testing';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { expect, it, onTestFinished } from 'vitest';
import { testChannel } from '../src/index.js';
import { cause, untilTheEnd } from './world.js';

const make = untilTheEnd();
const authority = createAuthority();
const PASSWORD = 'canary pass word';

/** An e-mail server on loopback that keeps what it was sent. */
async function startServer(options: SMTPServerOptions = {}) {
  const mails: ParsedMail[] = [];
  const envelopes: unknown[] = [];
  const server = new SMTPServer({
    ...authority.issue(['127.0.0.1']),
    authOptional: true,
    closeTimeout: 100,
    onAuth: ({ username, password }, _session, done) =>
      done(password === PASSWORD ? null : new Error(`no ${password}`), { user: username }),
    onData(stream, { envelope }, done) {
      simpleParser(stream).then((mail) => {
        mails.push(mail);
        envelopes.push(envelope);
        done();
      }, done);
    },
    ...options,
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(resolve)));
  return { mails, envelopes, host: `127.0.0.1:${(server.server.address() as AddressInfo).port}` };
}

const people = { kind: 'email', to: 'anna@example.org, ben@example.org', from: 'home@example.org' } as const;
const secured = { ...people, user: 'home', token: PASSWORD, ca: authority.cert };

it('sends plain text to all recipients, with the password over STARTTLS only [L10]', async () => {
  const { mails, envelopes, host } = await startServer();
  const world = make.world();
  const notify = await world.open([world.channel(`smtp://${host}`, { ...secured, language: 'de' })]);
  const name = 'Küche\r\nbcc: evil@example.org';
  world.change('raised', cause('S', { class: 'smoke', kind: 'smoke', name }));
  await expect.poll(() => mails.length).toBe(1);
  expect(envelopes).toMatchObject([
    {
      mailFrom: { address: 'home@example.org' },
      rcptTo: [{ address: 'anna@example.org' }, { address: 'ben@example.org' }],
    },
  ]);
  expect(mails).toMatchObject([
    {
      ...{ subject: 'Rauch: Küche bcc: evil@example.org', text: 'Rauch: Küche bcc: evil@example.org\n', html: false },
      ...{ from: { text: 'home@example.org' }, date: new Date(world.clock.now()) },
      messageId: expect.stringMatching(/^<[\w-]{22}@ccu-gateway>$/),
    },
  ]);
  expect(mails[0]?.headers.get('priority')).toBe('high');
  await expect.poll(() => notify.status().channels[0]).toMatchObject({ delivered: 1, waiting: 0 });
});

it('sends over TLS from the first byte to smtps://, and without a password in clear text', async () => {
  const world = make.world();
  for (const [scheme, options, settings] of [
    ['smtps', { secure: true }, secured],
    ['smtp', { disabledCommands: ['STARTTLS', 'AUTH'] as string[] }, people],
  ] as const) {
    const { mails, host } = await startServer({ ...options } as SMTPServerOptions);
    const channel = world.channel(`${scheme}://${host}`, settings);
    const outcome = await testChannel(channel, world.environment, AbortSignal.timeout(30_000));
    expect(outcome).toEqual({ delivered: true, status: 250 });
    expect(mails).toMatchObject([{ subject: 'Test message of ccu-gateway' }]);
  }
});

it.each([
  ['a server without TLS', { disabledCommands: ['STARTTLS'] }, {}, 'tls'],
  ['a certificate of an unknown authority', {}, { ca: undefined }, 'tls'],
  ['another password', {}, { token: 'another canary' }, 'refused'],
  ['a refused recipient', { onRcptTo: (_to, _session, done) => done(new Error('canary')) }, {}, 'refused'],
  ['a server without mail', { onConnect: (_session, done) => done(new Error('canary')) }, {}, 'refused'],
] as const satisfies readonly (readonly [string, SMTPServerOptions, object, string])[])(
  'has a fault without names and password for %s',
  async (_, options, settings, kind) => {
    const { mails, host } = await startServer({ ...options } as SMTPServerOptions);
    const world = make.world();
    const channel = world.channel(`smtp://${host}`, { ...secured, ...settings });
    const outcome = await testChannel(channel, world.environment, AbortSignal.timeout(30_000));
    expect(outcome).toMatchObject({ delivered: false, fault: { kind } });
    expect(JSON.stringify(outcome)).not.toMatch(/canary|home|example\.org|127\.0\.0\.1/);
    expect(mails).toEqual([]);
  },
);

it('a port that nothing listens at is a fault that is tried again', async () => {
  const world = make.world();
  const channel = world.channel('smtp://127.0.0.1:1', people);
  const outcome = await testChannel(channel, world.environment, AbortSignal.timeout(30_000));
  expect(outcome).toMatchObject({ delivered: false, fault: { kind: 'unreachable' } });
});

it('a server that answers nothing is given up after the time of the channel', async () => {
  const { host } = await startServer({ onConnect: () => undefined });
  const world = make.world();
  const outcome = testChannel(world.channel(`smtp://${host}`, people), world.environment, AbortSignal.timeout(30_000));
  await world.clock.advance(10_000);
  await expect(outcome).resolves.toMatchObject({ delivered: false, fault: { kind: 'timeout' } });
});

it('connects to no address of this machine that is not allowed', async () => {
  const { mails, host } = await startServer();
  const world = make.world();
  const channel = world.channel(`smtp://${host}`, { ...people, allowNetworks: [] });
  const outcome = await testChannel(channel, world.environment, AbortSignal.timeout(30_000));
  expect(outcome).toMatchObject({ delivered: false, fault: { kind: 'forbidden' } });
  expect(mails).toEqual([]);
});
