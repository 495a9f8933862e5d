import { describe, expect, it } from 'vitest';
import { cli, startServer } from '../../test/fixture.js';

const device = {
  address: 'ABC0001',
  name: 'Küche\tlinks',
  model: 'HmIP-BDT',
  interface: 'HmIP-RF',
  central: 'home',
  available: false,
  rooms: ['Bad', 'Flur'],
  firmware: { current: '1.2.3' },
};

const TABLE = 'ADDRESS  NAME         MODEL     INTERFACE  ROOMS      REACHABLE\n';

async function list(argv: readonly string[], options: Parameters<typeof cli>[1] = {}) {
  const { env, close } = await startServer(() => ({ body: { items: [device], page: 1, per_page: 1, total: 1 } }));
  try {
    return await cli(['devices', 'list', ...argv], { ...options, env: { ...env, ...options.env } });
  } finally {
    await close();
  }
}

describe('output of a command', () => {
  it('is a table under a header on a terminal, and escaped values in a pipe', async () => {
    expect((await list([], { tty: true, env: { NO_COLOR: '1' } })).out).toBe(
      `${TABLE}ABC0001  Küche\uFFFDlinks  HmIP-BDT  HmIP-RF    Bad, Flur  no\n`,
    );
    expect((await list([])).out).toBe('ABC0001\tKüche\\tlinks\tHmIP-BDT\tHmIP-RF\thome\tBad, Flur\tno\n');
  });

  it.each([
    [{}, true],
    [{ NO_COLOR: '' }, true],
    [{ NO_COLOR: '1' }, false],
    [{ NO_COLOR: '1', FORCE_COLOR: '1' }, false],
    [{ FORCE_COLOR: '0' }, false],
    [{ TERM: 'dumb' }, false],
    [{ TERM: 'dumb', FORCE_COLOR: '1' }, true],
  ])('has colours on a terminal with %j: %s', async (env, coloured) => {
    expect((await list([], { tty: true, env })).out.includes('\u001b[31mno\u001b[')).toBe(coloured);
  });

  it('has none in a pipe, and none with --no-color', async () => {
    expect((await list([], { env: { FORCE_COLOR: '1' } })).out).not.toContain('\u001b');
    expect((await list(['--no-color'], { tty: true })).out).not.toContain('\u001b');
  });

  it('is only the fields that were asked for, in their order', async () => {
    const fields = ['--fields', 'firmware.current, name,rooms,updatable'];
    expect((await list(fields)).out).toBe('1.2.3\tKüche\\tlinks\t["Bad","Flur"]\t\n');
    expect((await list(fields, { tty: true, env: { NO_COLOR: '1' } })).out).toMatch(
      /^FIRMWARE\.CURRENT {2}NAME +ROOMS +UPDATABLE\n1\.2\.3 /,
    );
    expect((await list([...fields, '--json'])).json().data).toEqual([
      { 'firmware.current': '1.2.3', name: 'Küche\tlinks', rooms: ['Bad', 'Flur'], updatable: null },
    ]);
  });

  it.each(['nmae', '', 'name,', 'name..x', '__proto__', 'constructor.name'])(
    'is an error of usage that names the fields there are for --fields "%s"',
    async (fields) => {
      const ran = await list(['--fields', fields]);
      expect(ran).toMatchObject({ code: 2, out: '' });
      expect(ran.err).toContain(`there is no field "`);
      expect(ran.err).toContain('there are: address, central, interface');
    },
  );

  it('has no fields where a command has no entries', async () => {
    const ran = await cli(['version', '--fields', 'version']);
    expect(ran.code).toBe(2);
    expect(ran.err).toContain('unknown option "--fields"');
  });
});
