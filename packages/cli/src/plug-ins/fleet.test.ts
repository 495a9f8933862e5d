import { afterEach, describe, expect, it } from 'vitest';
import { cli, startServer } from '../../test/fixture.js';

const member = (name: string, more: object = {}) => ({
  id: `${name}/id`,
  name,
  roles: ['link', 'serve'],
  version: '1.4.0',
  protocol: 1,
  compatible: true,
  since: '2026-01-01T00:00:00.000Z',
  urls: [`https://${name}.example`],
  centrals: [],
  ...more,
});
const holder = (name: string) => ({ id: `${name}/id`, name });
const well = {
  name: 'house',
  self: 'gateway-1/id',
  broker: { state: 'connected' },
  members: [member('gateway-1'), member('gw-2', { roles: ['serve'] })],
  centrals: [
    { central: 'cabin', holder: { ...holder('gateway-1'), token: 4 }, copy: 'held' },
    { central: 'home', holder: holder('gw-3'), copy: 'following' },
  ],
  log: { epoch: 'e1', seq: 120, pending: 0, lag_events: 5 },
};

describe('the status of a fleet', () => {
  let server: Awaited<ReturnType<typeof startServer>>;
  afterEach(() => server.close());

  async function ask(fleet: object | undefined, argv: readonly string[] = [], tty = false) {
    server = await startServer(() => ({ body: { enabled: fleet !== undefined, ...(fleet && { fleet }) } }));
    return await cli(['fleet', 'status', ...argv], { env: server.env, tty });
  }

  it('shows people a line for each gateway, and for each CCU with its holder', async () => {
    const { code, out } = await ask(well, [], true);
    expect(out.split('\n')).toEqual([
      'Fleet house, as gateway-1 sees it',
      ' ✔ gateway-1 link, serve 1.4.0 https://gateway-1.example',
      ' ✔ gw-2      serve       1.4.0 https://gw-2.example',
      'CCUs',
      ' ✔ cabin held by gateway-1',
      ' ✔ home  held by gw-3',
      'Broker and log',
      ' ✔ broker connected',
      ' ✔ log    event 120, 5 behind',
      '',
      'Nothing is wrong.',
      '',
    ]);
    expect(code).toBe(0);
    expect(server.seen.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /api/v1/diagnostics/fleet']);
  });

  it('prints problems with their remedies, and ends with 7', async () => {
    const { code, out } = await ask(
      {
        ...well,
        members: [member('gateway-1'), member('gw\u001b[2J', { protocol: 2, compatible: false, version: '2.0.0' })],
        centrals: [
          { central: 'attic', copy: 'following' },
          { central: 'home', holder: holder('gateway-1'), copy: 'missing' },
        ],
        log: { ...well.log, pending: 3, outage: 'no answer' },
      },
      [],
      true,
    );
    expect(out.split('\n').slice(1)).toEqual([
      ' ✔ gateway-1 link, serve 1.4.0 https://gateway-1.example',
      ' ✖ gw\uFFFD[2J    link, serve 2.0.0 https://gw\uFFFD[2J.example; speaks another protocol (2): run one version on all gateways',
      'CCUs',
      ' ✖ attic no gateway holds it: start one with the role all or link that is configured with it',
      ' ✖ home  held by gateway-1; nothing of it has arrived at the gateway that answers',
      'Broker and log',
      ' ✔ broker connected',
      ' ✖ log    does not answer (no answer): nothing new can come; event 120, 5 behind, 3 to be sent',
      '',
      '4 problems',
      '',
    ]);
    expect(code).toBe(7);
  });

  it('counts a silent broker once, as its outage', async () => {
    const { members: _, ...rest } = well;
    const silent = {
      ...rest,
      broker: { state: 'outage', reason: 'no answer' },
      centrals: [{ central: 'cabin', copy: 'following' }],
    };
    const { code, out } = await ask(silent, [], true);
    expect(out.split('\n')).toEqual([
      'Fleet house',
      ' ? the broker does not say which gateways there are',
      'CCUs',
      ' ? cabin the broker does not say who holds it',
      'Broker and log',
      ' ✖ broker does not answer (no answer): CCUs are let go until it does',
      ' ✔ log    event 120, 5 behind',
      '',
      '1 problem',
      '',
    ]);
    expect(code).toBe(7);
  });

  it('prints the remedy where the broker has unusable data', async () => {
    const refused = { state: 'refused', reason: 'the bucket belongs to "other"', remedy: 'choose another name' };
    const { code, out } = await ask({ ...well, broker: refused }, [], true);
    expect(out).toContain(' ✖ broker the bucket belongs to "other"; fix: choose another name\n');
    expect(code).toBe(7);
  });

  it('is columns in a pipe, with a verdict in each row', async () => {
    const { code, out } = await ask({ ...well, centrals: [...well.centrals, { central: 'attic', copy: 'following' }] });
    expect(out.split('\n').map((line) => line.split('\t'))).toEqual([
      ['gateway', 'ok', 'gateway-1', 'link,serve', '1.4.0', 'https://gateway-1.example'],
      ['gateway', 'ok', 'gw-2', 'serve', '1.4.0', 'https://gw-2.example'],
      ['ccu', 'ok', 'cabin', 'gateway-1', 'held', ''],
      ['ccu', 'ok', 'home', 'gw-3', 'following', ''],
      ['ccu', 'no_holder', 'attic', '', 'following', ''],
      ['broker', 'ok', 'house', '', '', ''],
      ['log', 'ok', '120', '5', '0', ''],
      [''],
    ]);
    expect(code).toBe(7);
  });

  it('is one document with --json, and the fields that were asked for', async () => {
    const whole = await ask(well, ['--json']);
    expect([whole.code, whole.json()]).toEqual([0, { ok: true, data: well }]);
    await server.close();
    const { out } = await ask(well, ['--fields', 'broker.state,centrals.holder.name']);
    expect(out).toBe('connected\t["gateway-1","gw-3"]\n');
    await server.close();
    expect((await ask(well, ['--fields', 'holder'])).code).toBe(2);
  });

  it('reports no fleet at a gateway without one', async () => {
    const { code, json } = await ask(undefined, ['--json']);
    expect(code).toBe(3);
    expect(json()).toMatchObject({
      ok: false,
      error: { code: 'no_fleet', fix: expect.stringContaining('fleet.nats') },
    });
  });
});
