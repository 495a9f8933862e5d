import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBuildInfo } from '../src/compose/build-info.js';
import { configSchema } from '../src/config/schema/schema.js';
import { openSocket, subscribe } from './socket.js';
import { CCU_USER, startWorld, type World } from './world.js';

/** What a client that finds a capability on `/info` may rely on. */
interface Promised {
  readonly routes: readonly string[];
  readonly commands?: readonly string[];
  /** What more there must be; answers what is missing. */
  readonly proof?: (world: World) => Promise<string | undefined>;
}

/**
 * What each capability promises, kept by hand from the description of the interface. Nothing here is read from the code. A
 * new capability needs its row.
 */
const PROMISES: Readonly<Record<string, Promised>> = {
  'rest.v1': {
    routes: [
      'GET /info',
      'GET /health',
      'GET /auth/me',
      'GET /config',
      'GET /config/schema',
      'GET /devices',
      'GET /devices/x',
      'GET /devices/x/channels',
      'GET /devices/x/channels/1',
      'GET /devices/x/channels/1/data-points',
      'GET /devices/x/channels/1/data-points/STATE',
      'PUT /devices/x/channels/1/data-points/STATE/value',
      'GET /devices/x/cdps',
      'GET /devices/x/paramsets/MASTER',
      'PUT /devices/x/paramsets/MASTER',
      'GET /devices/x/links',
      'GET /programs',
      'POST /programs/0/execute',
      'GET /sysvars',
      'GET /inbox',
      'GET /alarm-messages',
      'GET /service-messages',
      'GET /backups',
      'GET /interfaces',
      'GET /snapshot',
    ],
  },
  'ws.broadcasts.v1': { routes: ['GET /events'], commands: ['system.commands'], proof: withoutBroadcasts },
  'errors.problem_details.v1': { routes: [], proof: withoutProblemDetails },
  'auth.oidc.v1': { routes: ['GET /auth/oidc/start', 'GET /auth/oidc/callback'] },
  'auth.ccu.v1': { routes: ['POST /auth/login'], proof: withoutCcuLogin },
  'mqtt.discovery.v1': { routes: ['GET /mqtt/status', 'GET /mqtt/brokers/house/devices/x'] },
  'matter.bridge.v1': {
    routes: [
      'GET /matter/status',
      'GET /matter/exposable',
      'GET /matter/fabrics',
      'GET /matter/setup-payload',
      'POST /matter/commissioning/window',
    ],
  },
  'history.v1': { routes: ['GET /history'], commands: ['history.read'] },
  'admin.persistence.v1': {
    routes: ['GET /users', 'POST /users', 'GET /centrals', 'POST /centrals', 'PUT /config/sections/locale'],
  },
  'mqtt.raw.v1': {
    routes: ['GET /mqtt/status', 'GET /mqtt/brokers/house/devices/x'],
    commands: ['mqtt.status'],
  },
};

const OIDC = {
  enabled: true,
  issuer: 'https://127.0.0.1:1',
  client_id: 'gateway',
  client_secret: 'the-secret-of-this-gateway',
  redirect_url: 'http://gateway.lan:8119/api/v1/auth/oidc/callback',
};
const auth = { oidc: OIDC, ccu: { enabled: true } };
const ALWAYS = ['admin.persistence.v1', 'errors.problem_details.v1', 'history.v1', 'rest.v1', 'ws.broadcasts.v1'];

async function withoutBroadcasts(world: World): Promise<string | undefined> {
  const socket = await openSocket(world);
  try {
    await subscribe(socket, ['*']);
    const broadcasts = (await commandList(world)).filter(({ kind }) => kind === 'broadcast');
    return broadcasts.length > 0 ? undefined : 'broadcasts';
  } finally {
    socket.close();
  }
}

async function withoutProblemDetails(world: World): Promise<string | undefined> {
  for (const path of ['/nothing-here', '/devices/x', '/devices?per_page=none']) {
    const { status, headers, json } = await world.call('GET', `/api/v1${path}`);
    const isProblem = headers.get('content-type')?.startsWith('application/problem+json') && json.status === status;
    if (!isProblem || json.type === undefined || json.title === undefined) return `problem details for GET ${path}`;
  }
  return undefined;
}

async function withoutCcuLogin(world: World): Promise<string | undefined> {
  const body = { username: CCU_USER.name, password: CCU_USER.password };
  const { json } = await world.call('POST', '/api/v1/auth/login', { as: 'stranger', body });
  return json.scheme === 'ccu' ? undefined : 'a login with an account of the CCU';
}

async function commandList(world: World): Promise<readonly { readonly name: string; readonly kind: string }[]> {
  const socket = await openSocket(world);
  try {
    socket.send({ op: 'call', id: 'list', command: 'system.commands', args: {} });
    return (await socket.until(({ op, id }) => op === 'result' && id === 'list')).data.commands;
  } finally {
    socket.close();
  }
}

async function isMounted(world: World, route: string): Promise<boolean> {
  const [method, path] = route.split(' ') as [string, string];
  const { status, json } = await world.call(method, `/api/v1${path}`, method === 'GET' ? {} : { body: {} });
  return status !== 405 && !(status === 404 && ['path_unknown', 'not_configured'].includes(json?.reason));
}

/** What is claimed and not so, each by the name of the capability. */
async function unkept(
  world: World,
  claimed: readonly string[],
  promises: Readonly<Record<string, Promised>> = PROMISES,
): Promise<readonly string[]> {
  const faults: string[] = [];
  const served = new Set((await commandList(world)).map(({ name }) => name));
  for (const capability of claimed) {
    const promised = promises[capability];
    if (promised === undefined) {
      faults.push(`${capability} has no row in the table of what capabilities promise`);
      continue;
    }
    for (const route of promised.routes) {
      if (!(await isMounted(world, route))) faults.push(`${capability} promises ${route}, which is not mounted`);
    }
    for (const command of promised.commands ?? []) {
      if (!served.has(command)) faults.push(`${capability} promises the command ${command}, which is not served`);
    }
    const missing = await promised.proof?.(world);
    if (missing !== undefined) faults.push(`${capability} promises ${missing}, which there is not`);
  }
  return faults;
}

async function claimsOf(world: World): Promise<readonly string[]> {
  const { json } = await world.call('GET', '/api/v1/info', { as: 'stranger' });
  return [...json.capabilities].sort();
}

const rest = (more: object) => ({ north: { rest: { listen: '127.0.0.1:0', ...more } } });

describe('the capabilities a gateway claims', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld({
      history: true,
      simulator: { interfaces: ['HmIP-RF'] },
      config: {
        ...rest({ auth }),
        mqtt: { brokers: { house: { url: 'mqtt://127.0.0.1:1', home_assistant: { enabled: true } } } },
      },
    });
  });
  afterAll(() => world.close());

  it('are kept, every one of them', async () => {
    const claimed = await claimsOf(world);
    // The bridge is not started here: its claim has a test of its own.
    expect(claimed).toEqual(
      Object.keys(PROMISES)
        .filter((name) => name !== 'matter.bridge.v1')
        .sort(),
    );
    expect(await unkept(world, claimed)).toEqual([]);
  });

  it('include the Matter bridge where it is configured, with a stored row', async () => {
    const claims = (enabled: boolean) =>
      createBuildInfo({
        config: () => configSchema.parse({ matter: { enabled } }),
        auth: { oidc: null },
        ccuAddon: false,
        hasLoginCentral: () => false,
        hasStorage: () => false,
        startedAt: 0,
        certificate: () => undefined,
      }).info().capabilities;
    expect([claims(false), claims(true)]).toEqual([[], ['matter.bridge.v1']]);
    expect(await unkept(world, claims(true))).toEqual([]);
  });

  it('are named when they have no row, no route or no command', async () => {
    const promises = {
      'rest.v1': { routes: ['GET /info', 'GET /dances'] },
      'ws.broadcasts.v1': { routes: ['GET /events'], commands: ['system.dance'] },
      'auth.ccu.v1': { routes: [], proof: async () => 'a dance' },
    };
    expect(await unkept(world, ['mqtt.dances.v1', ...Object.keys(promises)], promises)).toEqual([
      'mqtt.dances.v1 has no row in the table of what capabilities promise',
      'rest.v1 promises GET /dances, which is not mounted',
      'ws.broadcasts.v1 promises the command system.dance, which is not served',
      'auth.ccu.v1 promises a dance, which there is not',
    ]);
  });

  it('follow a setting that counts at once, and so do the routes', async () => {
    const section = '/api/v1/config/sections/north.rest.auth.oidc';
    const before = (await world.call('GET', section)).json;
    const { json } = await world.call('PUT', section, { body: { ...before, enabled: false } });
    expect(json).toMatchObject({ applied: true, restart_required: false });
    expect(await claimsOf(world)).not.toContain('auth.oidc.v1');
    expect(await unkept(world, ['auth.oidc.v1'])).toEqual([
      'auth.oidc.v1 promises GET /auth/oidc/start, which is not mounted',
      'auth.oidc.v1 promises GET /auth/oidc/callback, which is not mounted',
    ]);
    expect((await world.call('DELETE', section)).status).toBeLessThan(300);
    expect(await claimsOf(world)).toContain('auth.oidc.v1');
    expect(await unkept(world, ['auth.oidc.v1'])).toEqual([]);
  });
});

it('a gateway claims no login with accounts of a CCU while it has no CCU that could be asked', async () => {
  const without = await startWorld({
    history: true,
    waitForCcu: false,
    config: { centrals: [], ...rest({ auth: { ccu: { enabled: true } } }) },
  });
  const claimed = await claimsOf(without);
  const faults = await unkept(without, ['auth.ccu.v1']);
  await without.close();
  expect(claimed).toEqual(ALWAYS);
  expect(faults).toEqual(['auth.ccu.v1 promises a login with an account of the CCU, which there is not']);
});
