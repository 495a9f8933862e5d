import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cli, type Seen, startServer } from '../../../test/fixture.js';

const device = (address: string, name: string, more: object = {}) => ({
  address,
  name,
  model: 'HmIP-PSM',
  interface: 'HmIP-RF',
  central: 'home',
  available: true,
  rooms: [],
  ...more,
});
const channelsOf = (device_address: string, channels: readonly object[], central = 'home') => ({
  device_address,
  central,
  channels: channels.map((channel, at) => ({ address: `${device_address}:${at}`, number: at, ...channel })),
});

const devices = [
  device('0001D3C99C7F21', 'Steckdose Küche', { rooms: ['Küche'] }),
  device('0001D3C99C7F22', 'Lampe', { rooms: ['Flur'] }),
  device('0001D3C99C7F23', 'Lampe', { model: 'HmIP-BDT' }),
  device('0001D3C99C7F24', 'Doppelaktor'),
  device('0001D3C99C7F25', 'Stehlampe'),
  device('0001D3C99C7F26', 'Zwilling'),
  device('0001D3C99C7F26', 'Zwilling', { central: 'cabin' }),
  device('0001D3C99C7F27', 'Herd'),
  device('0001D3C99C7F28', 'Thermostat'),
];
const primary = { type: 'SWITCH_VIRTUAL_RECEIVER', is_custom_dp_primary: true };
const device_channels = [
  channelsOf('0001D3C99C7F21', [{}, { ...primary, name: 'Kühlschrank' }, { name: 'Kühlschrank 2' }]),
  channelsOf('0001D3C99C7F22', [{}, primary]),
  channelsOf('0001D3C99C7F23', [{}, primary]),
  channelsOf('0001D3C99C7F24', [{}, { ...primary, name: 'Links' }, { ...primary, name: 'Rechts' }]),
  channelsOf('0001D3C99C7F25', [{}, { ...primary, name: 'Stehlampe' }]),
  channelsOf('0001D3C99C7F26', [{}, { ...primary, name: 'Zwilling' }]),
  channelsOf('0001D3C99C7F26', [{}, { ...primary, name: 'Zwilling' }], 'cabin'),
  channelsOf('0001D3C99C7F27', [{}, { ...primary, name: 'Lampe' }]),
  channelsOf('0001D3C99C7F28', [{ custom_dp_name: 'BUTTON_LOCK' }, { custom_dp_name: 'STATE' }, {}]),
];

const operations = { read: true, write: true, event: true };
const state = { parameter: 'STATE', type: 'BOOL', value: false, operations };
const level = { parameter: 'LEVEL', type: 'FLOAT', min: 0, max: 1.01, value: 0, operations };
const points: Readonly<Record<string, readonly object[]>> = {
  '0001D3C99C7F21': [{ parameter: 'ON_TIME', type: 'FLOAT', operations }, state],
  '0001D3C99C7F25': [level, { parameter: 'RAMP_TIME', type: 'FLOAT', operations }],
  '0001D3C99C7F27': [
    { parameter: 'A', operations },
    { parameter: 'B', operations },
  ],
};

function house({ method, path }: Seen) {
  const [, address = ''] = /^\/api\/v1\/devices\/([^/?]+)/.exec(path) ?? [];
  if (path.startsWith('/api/v1/snapshot')) return { body: { devices, device_channels } };
  if (method === 'PUT') return { status: 202 };
  if (path.includes('/data-points/STATE')) return { body: state };
  if (path.includes('/data-points/LEVEL')) return { body: level };
  if (path.includes('/data-points')) return { body: points[address] ?? [state] };
  if (path.startsWith('/api/v1/audit')) return { body: [] };
  if (path.includes('/central-links')) return { status: 202, body: { touched: 1, skipped: 0, failed: 0 } };
  if (path.includes('/links/profiles')) return { body: { profiles: [] } };
  if (path.includes('/links')) return method === 'GET' ? { body: [] } : { status: 202 };
  return { body: { ...devices.find((each) => each.address === address), channels: [] } };
}

describe('names of devices and channels', () => {
  let gateway: Awaited<ReturnType<typeof startServer>>;
  beforeEach(async () => {
    gateway = await startServer(house);
  });
  afterEach(() => gateway.close());
  const run = (...argv: string[]) => cli(argv, { env: gateway.env });
  const written = () =>
    gateway.seen.flatMap(({ method, path, body }) =>
      method === 'PUT' ? [[path.replace(/^.*devices\//, ''), (body as { value: unknown }).value]] : [],
    );

  it.each([
    // A channel by its name, as people say it.
    [['set', 'Kühlschrank', 'on'], '0001D3C99C7F21/channels/1/data-points/STATE/value?central=home', true],
    [['devices', 'set', 'Kühlschrank', 'off'], '0001D3C99C7F21/channels/1/data-points/STATE/value?central=home', false],
    [['set', 'kühlSCHRANK', 'STATE', 'on'], '0001D3C99C7F21/channels/1/data-points/STATE/value?central=home', true],
    [['set', 'ku\u0308hlschrank', 'on'], '0001D3C99C7F21/channels/1/data-points/STATE/value?central=home', true],
    // A device of which people operate one channel.
    [['set', 'Steckdose Küche', 'on'], '0001D3C99C7F21/channels/1/data-points/STATE/value?central=home', true],
    [['set', 'Steckdose Küche:2', 'on'], '0001D3C99C7F21/channels/2/data-points/STATE/value?central=home', true],
    [['set', '0001D3C99C7F21', 'on'], '0001D3C99C7F21/channels/1/data-points/STATE/value?central=home', true],
    [['set', '0001D3C99C7F21:2', 'on'], '0001D3C99C7F21/channels/2/data-points/STATE/value', true],
    // A device whose channels are no groups: the key lock of its maintenance channel is not meant.
    [['set', 'Thermostat', 'on'], '0001D3C99C7F28/channels/1/data-points/STATE/value?central=home', true],
    // A device and its channel of one name, and a dimmer.
    [['set', 'Stehlampe', 'on'], '0001D3C99C7F25/channels/1/data-points/LEVEL/value?central=home', 1],
    [['set', 'Stehlampe', 'off'], '0001D3C99C7F25/channels/1/data-points/LEVEL/value?central=home', 0],
    [['set', 'Stehlampe', '40%'], '0001D3C99C7F25/channels/1/data-points/LEVEL/value?central=home', 0.4],
    [
      ['set', 'Zwilling', 'on', '--central', 'cabin'],
      '0001D3C99C7F26/channels/1/data-points/STATE/value?central=cabin',
      true,
    ],
  ])('%j sets %s to %s', async (argv, path, value) => {
    const ran = await run(...argv);
    expect([ran.err, ran.code]).toEqual(['', 0]);
    expect(written()).toEqual([[path, value]]);
  });

  it.each([
    [
      ['set', 'Lampe', 'on'],
      2,
      '"Lampe" is the name of 0001D3C99C7F27:1 (Herd, SWITCH_VIRTUAL_RECEIVER, home), 0001D3C99C7F22 (HmIP-PSM, home), ' +
        '0001D3C99C7F23 (HmIP-BDT, home)',
    ],
    [
      ['get', 'Lampe'],
      2,
      '"Lampe" is the name of 0001D3C99C7F22 (HmIP-PSM, home), 0001D3C99C7F23 (HmIP-BDT, home), 0001D3C99C7F27:1',
    ],
    [['set', 'Doppelaktor', 'on'], 2, '0001D3C99C7F24 has: 0001D3C99C7F24:1 (Links), 0001D3C99C7F24:2 (Rechts)'],
    [['set', 'Zwilling', 'on'], 2, 'fix: name the CCU with --central'],
    [['set', 'Kuhlschrank', 'on'], 3, 'no device or channel has the name "Kuhlschrank"; did you mean "Kühlschrank"?'],
    [['get', 'Doppelaktr'], 3, 'did you mean "Doppelaktor"?'],
    [['get', '0001d3c99c7f2x'], 3, 'did you mean "0001D3C99C7F2'],
    [['set', 'Herd', 'on'], 2, '0001D3C99C7F27:1 needs the name of a parameter; it has: A, B'],
    [['set', 'Kühlschrank'], 2, 'VALUE is missing'],
    [['set'], 2, 'ADDRESS is missing'],
    [['set', 'Kühlschrank', 'STATE', 'on', 'x'], 2, 'unexpected argument "x"'],
  ])('%j ends with %i, lists the candidates, and sets nothing', async (argv, code, message) => {
    const ran = await run(...argv);
    expect(ran.code).toBe(code);
    expect(ran.err).toContain(message);
    expect(ran.err).toMatch(/\nfix: /);
    expect(written()).toEqual([]);
  });

  it('work in every command that takes an address', async () => {
    expect((await run('get', 'Kühlschrank')).code).toBe(0);
    expect(gateway.seen.at(-1)?.path).toBe('/api/v1/devices/0001D3C99C7F21/channels/1/data-points?central=home');
    expect((await run('get', 'Steckdose Küche', 'STATE')).out).toBe('false\n');
    expect((await run('links', 'add', 'Kühlschrank', 'Stehlampe')).code).toBe(0);
    expect(gateway.seen.at(-1)).toMatchObject({
      path: expect.stringContaining('/devices/0001D3C99C7F21/links'),
      body: { sender_address: '0001D3C99C7F21:1', receiver_address: '0001D3C99C7F25:1' },
    });
    expect((await run('links', 'remove', 'Kühlschrank', 'Stehlampe', '--yes')).code).toBe(0);
    expect((await run('links', 'list', 'Stehlampe')).code).toBe(0);
    expect(gateway.seen.at(-1)?.path).toContain('/devices/0001D3C99C7F25/links');
    expect((await run('central-links', 'create', 'Kühlschrank')).code).toBe(0);
    expect(gateway.seen.at(-1)?.path).toContain('channel=0001D3C99C7F21%3A1');
    expect((await run('audit', '--device', 'Steckdose Küche')).code).toBe(0);
    expect(gateway.seen.at(-1)?.path).toContain('device=0001D3C99C7F21');
    expect((await run('audit', '--device', '0001D3')).code).toBe(0);
    expect(gateway.seen.at(-1)?.path).toContain('device=0001D3');
  });

  it('are searched by devices list TEXT, with models, rooms and names of channels', async () => {
    const found = async (...argv: string[]) =>
      (await run('devices', 'list', ...argv, '--fields', 'address')).out.split('\n').slice(0, -1);
    expect(await found('kühl')).toEqual(['0001D3C99C7F21']);
    expect(await found('FLUR')).toEqual(['0001D3C99C7F22']);
    expect(await found('lampe bdt')).toEqual(['0001D3C99C7F23']);
    expect(await found('7F24')).toEqual(['0001D3C99C7F24']);
    expect(await found('lampe')).toEqual(['0001D3C99C7F22', '0001D3C99C7F23', '0001D3C99C7F25', '0001D3C99C7F27']);
    expect(await found('zwilling', '--central', 'cabin')).toEqual(['0001D3C99C7F26']);
    expect(await found('nowhere')).toEqual([]);
  });
});

describe('a table of devices on a terminal of 80 columns', () => {
  const table = async (centrals: readonly string[]) => {
    const items = centrals.map((central, at) =>
      device(`0001D3C99C7F2${at}`, 'Deckenlampe im Wohnzimmer', { central, rooms: ['Wohnzimmer'], model: 'HmIP-BSM' }),
    );
    const gateway = await startServer(() => ({ body: { items, total: items.length } }));
    const ran = await cli(['devices', 'list'], { env: { ...gateway.env, NO_COLOR: '1' }, tty: true, columns: 80 });
    await gateway.close();
    return ran;
  };

  it('shows full names, and the CCU only where there are two', async () => {
    const one = await table(['home', 'home']);
    expect(one.out).toContain('Deckenlampe im Wohnzimmer');
    expect(one.out).not.toContain('CENTRAL');
    expect(one.out).toContain('REACHABLE');
    expect(one.err).not.toContain('CENTRAL');
    const two = await table(['home', 'cabin']);
    expect(two.out).toContain('CENTRAL');
    expect(two.out).toMatch(/Deckenlampe im Wo/);
    for (const line of [...one.out.split('\n'), ...two.out.split('\n')]) expect(line.length).toBeLessThanOrEqual(80);
  });
});

describe('a remedy for a refusal', () => {
  const refusedWith = async (status: number, env: object = {}, argv: readonly string[] = ['programs', 'list']) => {
    const gateway = await startServer(() => ({ status, body: { code: 'forbidden', detail: 'needs the role admin' } }));
    const ran = await cli(argv, { env: { ...gateway.env, ...env }, stdin: `${'T'.repeat(43)}\n` });
    await gateway.close();
    return { ...ran, url: gateway.url };
  };

  it('names the gateway, and leads to a sign-in that counts, not to a command that is refused the same way', async () => {
    for (const status of [401, 403]) {
      const { code, err, url } = await refusedWith(status);
      expect(code).toBe(4);
      expect(err).toContain(`error: the gateway at ${url} refuses this: needs the role admin`);
      expect(err).toContain(`ccu-gateway login --url ${url}, and unset CCU_GATEWAY_TOKEN`);
      expect(err).not.toContain('token mint');
    }
    const piped = await refusedWith(403, { CCU_GATEWAY_TOKEN: '' }, ['programs', 'list', '--token-stdin']);
    expect(piped.err).toContain(`ccu-gateway login --url ${piped.url}, and leave --token-stdin out`);
  });

  it('names the gateway where a token is missing', async () => {
    const ran = await cli(['programs', 'list'], { env: { CCU_GATEWAY_URL: 'http://gateway.lan:8119' } });
    expect(ran.code).toBe(4);
    expect(ran.err).toContain('this needs an API token of the gateway at http://gateway.lan:8119');
    expect(ran.err).toContain('fix: ccu-gateway login --url http://gateway.lan:8119 --allow-http; on its machine');
    const place = await cli(['token', 'list'], { env: { CCU_GATEWAY_URL: 'https://gateway.lan' } });
    expect(place.err).toContain(
      'CCU_GATEWAY_URL names the gateway https://gateway.lan, and an API token of it is missing',
    );
  });
});
