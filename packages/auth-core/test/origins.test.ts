import { describe, expect, it } from 'vitest';
import { AuthConfigError } from '../src/index.js';
import { createFakeClock, type WorldOptions } from '../src/testing/index.js';
import { startWorld } from './world.js';

const proxy = '192.168.1.50';
const behind: WorldOptions = { trustedProxies: [`${proxy}/32`] };
type Headers = Readonly<Record<string, string>>;

/** Answers to a POST and an upgrade with these headers, both with a good session. */
async function both(headers: Headers, options: WorldOptions = {}, peer = '192.168.1.9') {
  const world = await startWorld(options);
  const { headers: cookies, unsafe } = await world.signIn('op');
  const post = await world.call({ method: 'POST', peer, headers: { ...unsafe, ...headers } }, 'operator');
  const upgrade = await world.call({
    target: '/api/v1/events',
    isUpgrade: true,
    peer,
    headers: { Upgrade: 'websocket', ...cookies, ...headers },
  });
  return { post: post.reason || post.status, upgrade: upgrade.reason || upgrade.status, world };
}
const verdicts = async (...args: Parameters<typeof both>) => {
  const { post, upgrade } = await both(...args);
  return [post, upgrade];
};
const allowed = [200, 200];
const refused = ['origin_forbidden', 'origin_forbidden'];

describe('behind a proxy that changes Host', () => {
  const page = { Origin: 'https://home.example:8443' };

  it('a socket of the own page is let in where the browser states that it is the own page', async () => {
    const dropped = { Host: 'home.example', ...page, 'Sec-Fetch-Site': 'same-origin' };
    expect(await verdicts(dropped)).toEqual(allowed);
    expect(await verdicts({ ...dropped, Host: '192.168.1.20:8119' })).toEqual(allowed);
    expect(await verdicts({ ...dropped, 'Sec-Fetch-Site': 'SAME-ORIGIN' })).toEqual(allowed);
  });

  it.each([
    ['publicUrl', { publicUrl: 'https://home.example:8443/ccu/' }, {}],
    ['cors', { cors: ['https://home.example:8443'] }, {}],
    ['X-Forwarded-Host with its port', behind, { 'X-Forwarded-Host': 'home.example:8443' }],
    [
      'X-Forwarded-Host and X-Forwarded-Port',
      behind,
      { 'X-Forwarded-Host': 'home.example', 'X-Forwarded-Port': '8443' },
    ],
    ['Host and X-Forwarded-Port', behind, { Host: 'home.example', 'X-Forwarded-Port': '8443' }],
    ['Forwarded', behind, { Forwarded: 'for=192.0.2.7;proto=https;Host="home.example:8443"' }],
    [
      'Forwarded of a proxy behind another',
      behind,
      { Forwarded: 'for=192.0.2.7;host=spoofed, for=_x;host="home.example:8443"' },
    ],
    [
      'X-Forwarded-Host of the first of two trusted proxies',
      behind,
      { 'X-Forwarded-For': `192.0.2.7, ${proxy}`, 'X-Forwarded-Host': 'home.example:8443, inner' },
    ],
  ])('%s names the own page', async (_what, options, headers) => {
    expect(await verdicts({ Host: '192.168.1.20:8119', ...page, ...headers }, options, proxy)).toEqual(allowed);
    expect(
      await verdicts({ Host: '192.168.1.20:8119', ...headers, Origin: 'https://evil.example' }, options, proxy),
    ).toEqual(refused);
    expect(await verdicts({ Host: '192.168.1.20:8119', ...headers, Origin: 'null' }, options, proxy)).toEqual(refused);
  });

  it('a host that no trusted proxy reports is not believed', async () => {
    const reports: readonly Headers[] = [
      { 'X-Forwarded-Host': 'home.example:8443' },
      { Host: 'home.example', 'X-Forwarded-Port': '8443' },
      { Forwarded: 'host="home.example:8443"' },
    ];
    for (const headers of reports) {
      expect(await verdicts({ Host: 'inner', ...page, ...headers })).toEqual(refused);
      expect(await verdicts({ Host: 'inner', ...page, ...headers }, behind, '192.168.1.51')).toEqual(refused);
    }
  });

  it('entries that a caller wrote in front of the trusted proxy are ignored', async () => {
    const evil = { Host: 'home.example', Origin: 'https://evil.example' };
    const spoofed: readonly Headers[] = [
      { 'X-Forwarded-Host': 'evil.example, home.example' },
      { 'X-Forwarded-Host': 'evil.example, home.example', 'X-Forwarded-For': `${proxy}, 192.0.2.7` },
      { Forwarded: 'host=evil.example, host=home.example' },
      { Forwarded: 'for="a,host=evil.example";host=home.example' },
      { Forwarded: 'for=a;x="\\",host=evil.example";host=home.example' },
    ];
    for (const headers of spoofed) {
      expect([headers, await verdicts({ ...evil, ...headers }, behind, proxy)]).toEqual([headers, refused]);
    }
  });

  it('reports that cannot be read are none, and break nothing', async () => {
    for (const value of ['', ',', ',,,,', '"', 'host=', 'host="', '[', ':', 'a'.repeat(8_000), ';=;=,=']) {
      for (const name of ['X-Forwarded-Host', 'X-Forwarded-Port', 'Forwarded']) {
        const headers = { Host: 'gateway.lan:8119', [name]: value };
        expect(await verdicts({ ...headers, Origin: 'http://gateway.lan:8119' }, behind, proxy)).toEqual(allowed);
        expect(await verdicts({ ...headers, Origin: 'https://evil.example' }, behind, proxy)).toEqual(refused);
      }
    }
  });
});

describe('the guard against other sites', () => {
  it('gives an upgrade the verdict of a POST, for any headers', async () => {
    const sites = [undefined, 'same-origin', 'same-site', 'cross-site', 'future-value'];
    const origins = ['http://gateway.lan:8119', 'https://gateway.lan', 'https://evil.example', 'https://panel.example'];
    const hosts = ['gateway.lan:8119', 'gateway.lan', '10.0.0.1:8119'];
    for (const site of sites)
      for (const Origin of origins)
        for (const Host of hosts) {
          const headers = { Host, Origin, ...(site !== undefined && { 'Sec-Fetch-Site': site }) };
          const [post, upgrade] = await verdicts(headers, { cors: ['https://panel.example'] });
          expect([headers, upgrade]).toEqual([headers, post]);
        }
  });

  it('refuses a page on another port of the host, also where the proxy drops the port of Host', async () => {
    const sibling = { Host: 'home.example', Origin: 'https://home.example', 'Sec-Fetch-Site': 'same-site' };
    expect(await verdicts(sibling)).toEqual(refused);
  });

  it('refuses sockets with a value that no page can send', async () => {
    const { upgrade } = await both({ Origin: 'https://evil.example', 'Sec-Fetch-Site': 'none' });
    expect(upgrade).toBe('origin_forbidden');
    expect((await both({ Origin: 'null', 'Sec-Fetch-Site': 'same-origin' })).upgrade).toBe('origin_forbidden');
  });

  it('names the setting in the answer', async () => {
    const { world } = await both({});
    const answer = await world.call({ method: 'POST', headers: { Origin: 'https://evil.example' } }, 'public');
    expect(answer.problem?.detail).toContain('publicUrl');
  });

  it('logs each refused page once, with the setting that helps, and a bounded number of them', async () => {
    const clock = createFakeClock();
    const world = await startWorld({ clock });
    const post = (Origin: string) => world.call({ method: 'POST', headers: { Origin } }, 'public');
    const lines = () => world.log.filter(({ event }) => event === 'auth.origin.refused');
    await post('https://home.example:8443');
    await post('https://home.example:8443');
    expect(lines()).toHaveLength(1);
    expect(lines()[0]).toMatchObject({
      level: 'warn',
      fields: { origin: 'https://home.example:8443', hosts: 'gateway.lan:8119', setting: 'publicUrl', upgrade: false },
    });
    for (let page = 0; page < 200; page += 1) await post(`https://evil-${page}.example/${'x'.repeat(2_000)}`);
    expect(lines()).toHaveLength(10);
    expect(Math.max(...lines().map((line) => JSON.stringify(line).length))).toBeLessThan(2_000);
    clock.advance(60_000);
    await post('https://late.example');
    expect(lines()).toHaveLength(11);
  });

  it('does not start with a public address that is none', async () => {
    for (const publicUrl of ['home.example', 'ftp://home.example', '', 'https://'])
      await expect(startWorld({ publicUrl })).rejects.toThrow(AuthConfigError);
  });
});
