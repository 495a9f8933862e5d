import { afterEach, describe, expect, it } from 'vitest';
import { cli, type Seen, startGateway } from '../../../test/fixture.js';

const device = (address: string, on = 'HmIP-RF') => ({
  address,
  name: `Key ${address}`,
  interface: on,
  central: 'home',
});
const status = (address: string, active: boolean) => ({
  supported: true,
  channels: [{ address: `${address}:1`, number: 1, eligible: true, active }],
  active_state_known: true,
});

function house({ method, path }: Seen) {
  if (path.startsWith('/api/v1/snapshot')) return { body: { devices: [device('A1')] } };
  if (path === '/api/v1/devices') return { body: { items: [device('A1'), device('B2'), device('C3', 'BidCos-RF')] } };
  if (path.endsWith('/devices/A1')) return { body: device('A1') };
  if (path.includes('/devices/B2/central-links')) return { body: { supported: false, reason: 'no_keys' } };
  if (path.includes('/devices/A1/central-links?central=home')) {
    if (method === 'GET') return { body: status('A1', true) };
    if (path.includes('%3A8')) return { status: 202, body: { touched: 0, skipped: 0, failed: 1 } };
    return { status: 202, body: { touched: 1, skipped: 2, failed: path.includes('%3A9') ? 1 : 0 } };
  }
  return { status: 404, body: { code: 'not_found', detail: 'there is no such device' } };
}

describe('central links', () => {
  let gateway: Awaited<ReturnType<typeof startGateway>>;
  const run = async (argv: readonly string[], more: Parameters<typeof cli>[1] = {}) => {
    gateway = await startGateway(house, () => undefined);
    return cli(['central-links', ...argv], { env: gateway.env, ...more });
  };
  const changes = () =>
    gateway.seen.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`);
  afterEach(() => gateway.close());

  it('are listed by key, for the devices with keys that need one', async () => {
    const ran = await run(['list']);
    expect([ran.code, ran.out]).toEqual([0, 'A1:1\tKey A1\thome\tyes\n']);
    expect(gateway.seen.some(({ path }) => path.includes('C3'))).toBe(false);
  });

  it('are created for a device, for one of its channels, and for all', async () => {
    expect((await run(['create', 'A1'])).out).toBe('linked 1, left out 2\n');
    expect(changes()).toEqual(['POST /api/v1/devices/A1/central-links?central=home']);
    await gateway.close();
    expect((await run(['create', 'A1:4'])).code).toBe(0);
    expect(changes()).toEqual(['POST /api/v1/devices/A1/central-links?central=home&channel=A1%3A4']);
    await gateway.close();
    expect((await run(['create', '--all', '--json'])).json().data).toEqual({ touched: 1, skipped: 2, failed: 0 });
    expect(changes()).toEqual(['POST /api/v1/devices/A1/central-links?central=home']);
  });

  it('are created for the devices of every page of the list', async () => {
    const pages = ({ path }: Seen) => {
      if (path.startsWith('/api/v1/devices/'))
        return { body: { ...status('A', false), touched: 1, skipped: 0, failed: 0 } };
      return { body: { items: [device(path.endsWith('page=2') ? 'A2' : 'A1')], total: 2 } };
    };
    gateway = await startGateway(pages, () => undefined);
    await cli(['central-links', 'create', '--all'], { env: gateway.env });
    expect(changes().map((change) => change.replace(/\?.*/, ''))).toEqual([
      'POST /api/v1/devices/A1/central-links',
      'POST /api/v1/devices/A2/central-links',
    ]);
  });

  it('of all are removed after a question only', async () => {
    expect((await run(['remove', '--all'])).code).toBe(2);
    expect(changes()).toEqual([]);
    await gateway.close();
    expect((await run(['remove', '--all'], { tty: true, typed: ['n\r'] })).code).toBe(2);
    expect(changes()).toEqual([]);
    await gateway.close();
    expect((await run(['remove', '--all', '--yes'])).out).toBe('unlinked 1, left out 2\n');
    expect(changes()).toEqual(['DELETE /api/v1/devices/A1/central-links?central=home']);
  });

  it('that the CCU refuses fail the command, and so does naming nothing or too much', async () => {
    const partly = await run(['create', 'A1:9']);
    expect(partly).toMatchObject({
      code: 8,
      err: expect.stringContaining('linked 1, left out 2, and 1 keys were refused'),
    });
    await gateway.close();
    expect((await run(['create', 'A1:8'])).code).toBe(1);
    for (const argv of [['create'], ['remove', 'A1', '--all'], ['create', '..']]) {
      await gateway.close();
      expect((await run(argv)).code, argv.join(' ')).toBe(2);
      expect(changes()).toEqual([]);
    }
  });
});
