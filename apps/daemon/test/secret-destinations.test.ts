import { createServer, type Server } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWorld, type World } from './world.js';

const SIGNING = `whsec_${Buffer.alloc(24, 1).toString('base64')}`;
const KEPT = 'canary-4711-kept';
/** As it is, and as Basic has it at the end of a pair. */
const STORED = new RegExp(`${KEPT}|${Buffer.from(`gw:${KEPT}`).toString('base64')}`);

interface Case {
  readonly section: string;
  /** Where the block stands inside the section. */
  readonly inside: readonly string[];
  readonly secret: string;
  readonly address: string;
  readonly block: Readonly<Record<string, unknown>>;
  readonly elsewhere: (port: number) => readonly string[];
}

/** Sections whose entries have names that people gave. */
const NAMED = ['mqtt', 'webhooks', 'notify'];
const CASES: readonly Case[] = [
  {
    section: 'north.rest.auth.oidc',
    inside: [],
    secret: 'client_secret',
    address: 'issuer',
    block: {
      enabled: false,
      issuer: 'http://localhost:9',
      client_id: 'gw',
      redirect_url: 'http://localhost:9/x',
      client_secret: KEPT,
    },
    elsewhere: (port) => [`http://localhost:${port}`, 'https://localhost:9', 'https://id.example'],
  },
  {
    section: 'mqtt',
    inside: ['brokers', 'house'],
    secret: 'password',
    address: 'url',
    block: { url: 'mqtt://127.0.0.1:9', username: 'gw', password: KEPT },
    elsewhere: (port) => [`mqtt://127.0.0.1:${port}`, 'mqtts://127.0.0.1:9', 'mqtt://127.0.0.2:9'],
  },
  {
    section: 'webhooks',
    inside: ['endpoints', 'house'],
    secret: 'secret',
    address: 'url',
    block: { url: 'http://127.0.0.1:9/hook', allow_networks: ['127.0.0.0/8'], secret: SIGNING },
    elsewhere: (port) => [`http://127.0.0.1:${port}/hook`, 'https://127.0.0.1:9/hook', 'http://127.0.0.2:9/hook'],
  },
  {
    section: 'notify',
    inside: ['channels', 'phone'],
    secret: 'token',
    address: 'url',
    block: { kind: 'gotify', url: 'http://127.0.0.1:9', allow_networks: ['127.0.0.0/8'], token: KEPT },
    elsewhere: (port) => [`http://127.0.0.1:${port}`, 'https://127.0.0.1:9', 'http://127.0.0.2:9'],
  },
  ...(['webdav', 's3'] as const).map((kind) => ({
    section: 'backup',
    inside: ['own', 'target'],
    secret: 'password',
    address: 'url',
    block: { kind, url: 'http://127.0.0.1:9/box', username: 'gw', password: KEPT },
    elsewhere: (port: number) => [`http://127.0.0.1:${port}/box`, 'https://127.0.0.1:9/box', 'http://127.0.0.2:9/box'],
  })),
];

let world: World;
let evil: Server;
let heard = '';
let port = 0;
beforeAll(async () => {
  world = await startWorld({ history: true, simulator: { interfaces: ['HmIP-RF'] }, waitForCcu: false });
  evil = createServer((socket) => {
    socket.on('data', (data) => {
      heard += data.toString('latin1');
    });
    socket.on('error', () => undefined);
    socket.setTimeout(200, () => socket.destroy());
  });
  await new Promise<void>((settle) => evil.listen(0, '127.0.0.1', settle));
  port = (evil.address() as { readonly port: number }).port;
});
afterAll(async () => {
  await world.close();
  evil.close();
});

const read = async (section: string) => (await world.call('GET', `/api/v1/config/sections/${section}`)).json;
const write = (section: string, body: object) => world.call('PUT', `/api/v1/config/sections/${section}`, { body });

/** The section with another block at its place. */
function withBlock(
  section: Readonly<Record<string, unknown>>,
  [key, ...rest]: readonly string[],
  block: object,
): object {
  if (key === undefined) return block;
  const below = (section[key] ?? {}) as Readonly<Record<string, unknown>>;
  return { ...section, [key]: withBlock(below, rest, block) };
}

const without = (block: Readonly<Record<string, unknown>>, key: string) =>
  Object.fromEntries(Object.entries(block).filter(([name]) => name !== key));

describe.each(CASES)(
  'the $secret of $section $inside (kind $block.kind)',
  ({ section, inside, secret, address, block, elsewhere }) => {
    it('goes to no other scheme, host or port, left out, masked, null or empty', async () => {
      const stored = await write(section, withBlock(await read(section), inside, block));
      expect(stored.status, JSON.stringify(stored.json)).toBe(200);
      const before = await read(section);
      expect(JSON.stringify(before)).not.toMatch(/canary|whsec_/);
      for (const to of elsewhere(port)) {
        const moved = { ...block, [address]: to };
        const left = [
          without(moved, secret),
          { ...moved, [secret]: '***' },
          { ...moved, [secret]: null },
          { ...moved, [secret]: '' },
        ];
        for (const each of left) {
          const answer = await write(section, withBlock(before, inside, each));
          const after = await read(section);
          // Without any secret nothing is sent that was stored.
          if (answer.status === 200) {
            const at = inside.reduce<Record<string, unknown>>(
              (part, key) => part[key] as Record<string, unknown>,
              after,
            );
            expect([to, at[secret] || null]).toEqual([to, null]);
            expect((await write(section, withBlock(before, inside, block))).status).toBe(200);
            continue;
          }
          expect([to, answer.status], JSON.stringify(answer.json)).toEqual([to, 400]);
          expect(JSON.stringify(answer.json)).toContain([section, ...inside, secret].join('.'));
          expect(after).toEqual(before);
        }
      }
      expect(heard).not.toMatch(STORED);
    });

    it('is not taken along by another name', async () => {
      const [name] = inside.slice(-1);
      if (!NAMED.includes(section) || name === undefined) return expect(NAMED).not.toContain(section);
      const before = await read(section);
      const [map = ''] = inside;
      const renamed = { ...before, [map]: { other: { ...block, [address]: elsewhere(port)[0], [secret]: '***' } } };
      await write(section, renamed);
      const other = (await read(section))[map].other ?? {};
      expect(other[secret] || null).toBeNull();
      expect(heard).not.toMatch(STORED);
    });

    it('goes there once it is entered again', async () => {
      const [, to = ''] = elsewhere(port);
      const answer = await write(section, withBlock(await read(section), inside, { ...block, [address]: to }));
      expect(answer.status, JSON.stringify(answer.json)).toBe(200);
      expect((await world.call('DELETE', `/api/v1/config/sections/${section}`)).status).toBeLessThan(300);
    });
  },
);

it('a setting that is taken back to the file brings no stored secret to another address', async () => {
  const { section, inside, block } = CASES[0] as Case;
  expect((await write(section, withBlock(await read(section), inside, block))).status).toBe(200);
  const before = await read(section);
  await world.call('DELETE', `/api/v1/config/fields/${section}.issuer`);
  const after = await read(section);
  expect([before.issuer, '']).toContain(after.issuer);
  await world.call('DELETE', `/api/v1/config/sections/${section}`);
});

it('the password of a CCU goes to no other host by a probe or a change, masked or left out', async () => {
  const { json: home } = await world.call('GET', '/api/v1/centrals/home');
  const { created_at: _created, updated_at: _updated, ...settings } = home;
  const known = { ...settings, username: 'Gateway', password_plain: KEPT };
  expect((await world.call('PUT', '/api/v1/centrals/home', { body: known })).status).toBeLessThan(300);
  for (const password of [{}, { password_plain: '***' }]) {
    const moved = { ...without(known, 'password_plain'), host: '127.0.0.2', json_rpc_port: port, ...password };
    for (const [method, path] of [
      ['PUT', '/api/v1/centrals/home'],
      ['POST', '/api/v1/centrals/probe'],
    ] as const) {
      const answer = await world.call(method, path, { body: moved });
      expect([method, answer.status], JSON.stringify(answer.json)).toEqual([method, 400]);
    }
  }
  expect((await world.call('GET', '/api/v1/centrals/home')).json.host).toBe(home.host);
  expect(heard).not.toMatch(STORED);
});
