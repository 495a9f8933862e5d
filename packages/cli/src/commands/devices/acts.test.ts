import { afterEach, describe, expect, it } from 'vitest';
import { cli, type Seen, startServer } from '../../../test/fixture.js';

const setPoint = {
  parameter: 'SET_POINT_TEMPERATURE',
  type: 'FLOAT',
  min: 4.5,
  max: 30.5,
  value: 21,
  operations: { read: true, write: true, event: true },
};
const act = {
  id: 'act-1',
  name: 'Night',
  by: 'anna',
  state: 'sending',
  started_at: '2026-11-28T20:00:00Z',
  ends_at: '2026-11-28T21:00:00Z',
  writes: [],
};
const write = (address: string, channel: number) => ({
  device_address: address,
  channel,
  parameter: 'SET_POINT_TEMPERATURE',
  value: 17.5,
});

function installation({ method, path }: Seen) {
  if (path === '/api/v1/acts' && method === 'GET') return { body: { acts: [act] } };
  if (path.startsWith('/api/v1/acts')) return { status: 202, body: act };
  if (path.includes('/data-points/')) return { body: setPoint };
  return { body: [setPoint] };
}

describe('an act', () => {
  let gateway: Awaited<ReturnType<typeof startServer>>;
  afterEach(() => gateway.close());
  const given = async (answer: Parameters<typeof startServer>[0] = installation) => {
    gateway = await startServer(answer);
  };
  const run = (options: Parameters<typeof cli>[1], ...argv: string[]) => cli(argv, { env: gateway.env, ...options });
  const changes = () => gateway.seen.filter(({ method }) => method !== 'GET').map(({ path, body }) => [path, body]);
  const channels = ['17,5', 'ABC0001:1', 'ABC0002:1'];

  it('only shows present and next values with --preview', async () => {
    await given();
    const ran = await run({}, 'act', 'start', ...channels, '--for', '1h', '--preview');
    expect(ran.out).toBe('ABC0001:1\tSET_POINT_TEMPERATURE\t21\t17.5\nABC0002:1\tSET_POINT_TEMPERATURE\t21\t17.5\n');
    expect(changes()).toEqual([]);
  });

  it('shows the changes and asks before it sends all of them in one request', async () => {
    await given();
    const refused = await run({ tty: true, typed: ['n\n'] }, 'act', 'start', ...channels);
    expect([refused.code, changes()]).toEqual([2, []]);
    expect(refused.err).toContain('ABC0002:1  SET_POINT_TEMPERATURE  21  17.5');
    const ran = await run({}, 'act', 'start', ...channels, '--for', '1h', '--name', 'Night', '--yes');
    expect(ran.out).toContain('started act-1, until 2026-11-28T21:00:00Z');
    const writes = [write('ABC0001', 1), write('ABC0002', 1)];
    expect(changes()).toEqual([['/api/v1/acts', { name: 'Night', writes, duration_seconds: 3_600 }]]);
  });

  it('is not sent without an answer, a device or a time that the gateway takes', async () => {
    await given();
    expect((await run({}, 'act', 'start', ...channels)).code).toBe(2);
    expect((await run({}, 'act', 'start', '17', '--yes')).code).toBe(2);
    expect((await run({}, 'act', 'start', ...channels, '--for', 'ever', '--yes')).code).toBe(2);
    expect((await run({}, 'act', 'start', 'warm', 'ABC0001:1', '--yes')).code).toBe(2);
    expect(changes()).toEqual([]);
  });

  it('is listed and ended by its id', async () => {
    await given();
    expect((await run({}, 'act', 'list')).out).toBe('act-1\tNight\tsending\t0\tanna\t2026-11-28T21:00:00Z\n');
    expect((await run({}, 'act', 'end', 'act-1')).out).toBe('ending Night\n');
    expect(changes()).toEqual([['/api/v1/acts/act-1/end', undefined]]);
  });
});
