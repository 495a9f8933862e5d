import { afterEach, describe, expect, it } from 'vitest';
import { cli, startServer } from '../../test/fixture.js';

const NOT_READ = { 'x-not-read': 'attic, na%C3%AFve%2C%20house' };

describe('a list of which the gateway has not read all', () => {
  let gateway: Awaited<ReturnType<typeof startServer>>;
  afterEach(() => gateway.close());
  async function run(argv: readonly string[], rooms: readonly object[] = []) {
    gateway = await startServer(({ path }) => {
      if (path.includes('/devices')) return { body: { items: [{ address: 'A1', rooms: ['Bad'] }], total: 1 } };
      return { body: path.includes('/rooms') ? rooms : [], headers: NOT_READ };
    });
    return cli(argv, { env: gateway.env });
  }

  it.each([
    [['programs', 'list'], ''],
    [['sysvars', 'list'], ''],
    [['devices', 'list', '--room', 'Bad', '--fields', 'address'], 'A1\n'],
  ])('is not shown as a whole one: %j', async (argv, out) => {
    const ran = await run(argv);
    expect(ran).toMatchObject({ code: 8, out });
    expect(ran.err).toContain('attic, naïve, house has is missing here');
    await gateway.close();
    const { ok, not_read } = (await run([...argv, '--quiet', '--json'])).json() as never;
    expect([ok, not_read]).toEqual([false, ['attic', 'naïve, house']]);
  });

  it('is not searched for one entry, which may be missing in it', async () => {
    const ran = await run(['programs', 'run', 'Night', '--json']);
    expect([ran.code, ran.json().error.code]).toEqual([75, 'not_read']);
    expect(gateway.seen.map(({ method }) => method)).toEqual(['GET']);
  });
});

it('names the rooms there are where a room is unknown, and an empty room is none', async () => {
  const gateway = await startServer(({ path }) => ({
    body: path.includes('/rooms') ? [{ name: 'Bad' }, { name: 'Flur' }] : { items: [], total: 0 },
  }));
  const run = (room: string) => cli(['devices', 'list', '--room', room], { env: gateway.env });
  expect(await run('Bda')).toMatchObject({ code: 3, err: expect.stringContaining('there are: Bad, Flur') });
  expect(await run('Flur')).toMatchObject({ code: 0, out: '' });
  await gateway.close();
});
