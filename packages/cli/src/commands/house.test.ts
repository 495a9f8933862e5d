import { afterEach, describe, expect, it } from 'vitest';
import { cli, type Seen, startServer } from '../../test/fixture.js';

type Answer = Parameters<typeof startServer>[0];

const program = (id: string, name: string, central: string) => ({ id, unique_id: id, name, central, active: false });
const sysvar = (value_type: string, more: object = {}) => ({
  name: 'Mode',
  unique_id: 'x',
  value_type,
  observed: true,
  central: 'home',
  ...more,
});

describe('commands of an installation', () => {
  let gateway: Awaited<ReturnType<typeof startServer>>;
  afterEach(() => gateway.close());
  const given = async (answer: Answer) => {
    gateway = await startServer(answer);
  };
  const run = (...argv: string[]) => cli(argv, { env: gateway.env });
  const asked = () => gateway.seen.map(({ method, path, body }: Seen) => [method, path, body]);

  it('lists interfaces and names the silent one', async () => {
    const silent = {
      id: 'home-HmIP-RF',
      name: 'x',
      connected: false,
      interface: 'HmIP-RF',
      central_id: 'home',
      note: 'no way back',
    };
    await given(() => ({ body: [silent, { ...silent, id: 'home-VirtualDevices', connected: true, duty_cycle: 18 }] }));
    expect((await run('interfaces', 'list', '--central', 'home')).out).toBe(
      'home-HmIP-RF\thome\tHmIP-RF\tno\t-\tno way back\nhome-VirtualDevices\thome\tHmIP-RF\tyes\t18 %\tno way back\n',
    );
    expect(asked()).toEqual([['GET', '/api/v1/interfaces?central=home', undefined]]);
  });

  it('answers exit 7 with the hop where the loop of an interface is broken', async () => {
    await given(() => ({ body: { interface_id: 'home-HmIP-RF', ok: false, hop: 'callback', cause: 'a firewall' } }));
    const ran = await run('interfaces', 'test', 'home-HmIP-RF');
    expect(ran).toMatchObject({ code: 7, out: 'home-HmIP-RF does not answer (callback)\na firewall\n' });
    expect((await run('interfaces', 'test', 'home-HmIP-RF', '--json')).json()).toMatchObject({
      ok: false,
      data: { hop: 'callback' },
    });
  });

  it('reconnects an interface', async () => {
    await given(() => ({ status: 202 }));
    expect((await run('interfaces', 'reconnect', 'home-HmIP-RF')).code).toBe(0);
    expect(asked()).toEqual([['POST', '/api/v1/interfaces/home-HmIP-RF/reconnect', undefined]]);
  });

  it('runs the program that has this id, else this name', async () => {
    const programs = [program('12', 'Night', 'home'), program('13', '12', 'home')];
    await given(({ method }) => ({ body: method === 'GET' ? programs : { executed: true } }));
    expect((await run('programs', 'list')).out).toContain('12\tNight\thome\tno\t-\n');
    expect((await run('programs', 'run', 'Night', '--if-active')).out).toBe('ran Night\n');
    expect((await run('programs', 'run', '12')).out).toBe('ran Night\n');
    expect(asked().filter(([method]) => method === 'POST')).toEqual([
      ['POST', '/api/v1/programs/12/execute?central=home', { check_conditions: true }],
      ['POST', '/api/v1/programs/12/execute?central=home', { check_conditions: false }],
    ]);
  });

  it('runs no program where none or two have the name', async () => {
    await given(() => ({ body: [program('12', 'Night', 'home'), program('44', 'Night', 'cabin')] }));
    expect(await run('programs', 'run', 'Day')).toMatchObject({ code: 3 });
    expect((await run('programs', 'run', 'nigth')).err).toContain('there is no program "nigth"; did you mean "Night"?');
    const ran = await run('programs', 'run', 'Night');
    expect(ran.code).toBe(6);
    expect(ran.err).toContain('12 of home, 44 of cabin');
    expect(gateway.seen.some(({ method }) => method === 'POST')).toBe(false);
  });

  it.each([
    [sysvar('LOGIC', { value: false, value_name_0: 'away', value_name_1: 'here' }), 'here', true, 'here'],
    [sysvar('LOGIC', { value: false }), 'on', true, 'true'],
    [sysvar('FLOAT', { value: 20, unit: '°C' }), '-21,5', -21.5, '-21.5 °C'],
    [sysvar('LIST', { value: 0, value_list: ['Auto', 'Manual'] }), 'Manual', 'Manual', 'Manual'],
    [sysvar('LIST', { value: 0, value_list: ['Auto', 'Manual'] }), '1', 1, 'Manual'],
    [sysvar('STRING', { value: '' }), '21', '21', '21'],
  ])('sets a system variable as its type wants it: %j %s', async (variable, typed, sent, shown) => {
    await given(({ method }) => (method === 'GET' ? { body: variable } : { status: 202 }));
    const ran = await run('sysvars', 'set', 'Mode', typed, '--central', 'home');
    expect(ran.out).toContain(`set Mode to ${shown} (was `);
    expect(asked().at(-1)).toEqual(['PUT', '/api/v1/sysvars/Mode?central=home', { value: sent }]);
  });

  it('sets nothing where the text is no value of the variable, and shows values by their names', async () => {
    await given(() => ({ body: sysvar('LIST', { value: 1, value_list: ['Auto', 'Manual'], last_seen_at: 'T' }) }));
    expect((await run('sysvars', 'get', 'Mode')).out).toBe('Manual\n');
    await gateway.close();
    await given(() => ({ body: sysvar('LOGIC', { value: true }) }));
    expect(await run('sysvars', 'set', 'Mode', 'perhaps')).toMatchObject({ code: 2 });
    expect(gateway.seen.map(({ method }) => method)).toEqual(['GET']);
  });

  it('names the nearest system variable where none has the name', async () => {
    await given(({ path }) =>
      path.startsWith('/api/v1/sysvars/')
        ? { status: 404, body: { code: 'not_found', detail: 'there is no such system variable' } }
        : { body: [sysvar('LOGIC')] },
    );
    for (const words of [
      ['get', 'Mdoe'],
      ['set', 'Mdoe', 'on'],
    ]) {
      const ran = await run('sysvars', ...words);
      expect(ran).toMatchObject({ code: 3, err: expect.stringContaining('; did you mean "Mode"?') });
    }
    expect((await run('sysvars', 'get', 'Temperature')).err).not.toContain('did you mean');
    expect(gateway.seen.some(({ method }) => method !== 'GET')).toBe(false);
  });

  it('lists, adds and ends links, and asks before it ends one or opens a lock with one', async () => {
    const link = {
      sender_address: 'A:1',
      receiver_address: 'B:2',
      peer_address: 'B:2',
      direction: 'sender',
      name: 'n',
    };
    const factory = { id: 1, kind: 'factory' };
    await given(({ method, path }) => {
      if (method !== 'GET') return { status: 202 };
      if (path.includes('receiver=LOCK')) return { body: { profiles: [{ ...factory, confirm: 'unlock' }] } };
      if (path.includes('/links/profiles')) return { body: { profiles: [factory] } };
      return { body: path.startsWith('/api/v1/links') ? { links: [link] } : [link] };
    });
    expect((await run('links', 'list')).out).toBe('A:1\t-\tB:2\t-\t-\tn\t-\n');
    expect((await run('links', 'list', 'A', '--fields', 'name')).out).toBe('n\n');
    expect((await run('links', 'add', 'A:1', 'B:2', '--name', 'Lamp')).code).toBe(0);
    expect((await run('links', 'add', 'A:1', 'LOCK:1')).err).toContain('add --yes');
    expect((await run('links', 'add', 'A:1', 'LOCK:1', '--yes')).code).toBe(0);
    expect((await run('links', 'remove', 'A:1', 'B:2')).err).toContain('add --yes');
    expect((await run('links', 'remove', 'A:1', 'B:2', '--yes')).code).toBe(0);
    const added = { sender_address: 'A:1', confirm: true };
    expect(asked().filter(([method]) => method !== 'GET')).toEqual([
      ['POST', '/api/v1/devices/A/links', { ...added, receiver_address: 'B:2', name: 'Lamp' }],
      ['POST', '/api/v1/devices/A/links', { ...added, receiver_address: 'LOCK:1' }],
      ['DELETE', '/api/v1/devices/A/links?sender=A%3A1&receiver=B%3A2', undefined],
    ]);
    expect((await run('links', 'add', 'A', 'B:2')).err).toContain('this needs DEVICE:CHANNEL');
  });

  it('asks for a part of the audit log', async () => {
    const entry = {
      timestamp: '2026-11-21T08:00:00Z',
      action: 'paramset.put',
      subject: 'anna',
      outcome: 'ok',
      device_address: 'A',
      channel_no: 1,
      changes: [{ parameter: 'X', before: 1, after: 2 }],
    };
    await given(() => ({ body: [entry] }));
    const ran = await run('audit', '--since', '2h', '--until', '2027-01-15T10:00Z', '--action', 'put', '--limit', '5');
    expect(ran.out).toBe('2026-11-21T08:00:00Z\tanna\tparamset.put\tok\tA:1 X=2\t-\n');
    const query = new URLSearchParams(String(asked()[0]?.[1]).split('?')[1]);
    expect(Object.fromEntries(query)).toEqual({
      since: '2027-01-15T06:00:00.000Z',
      until: '2027-01-15T10:00:00.000Z',
      op: 'put',
      limit: '5',
    });
  });

  it.each([
    [['audit', '--since', 'yesterday'], /--since takes a time such as/],
    [['audit', '--since', '2026-13-41'], /--since takes a time such as/],
    [['audit', '--limit', '0'], /--limit takes a whole number from 1/],
    [['logs', '--level', 'loud'], /"--level" does not take "loud"; there are: debug, info, warn, error/],
    [['logs', '--lines', 'many'], /--lines takes a whole number from 0/],
    [['interfaces', 'test'], /ID/],
  ])('refuses %j with exit 2 and the allowed values, and sends no request', async (argv, message) => {
    await given(() => ({ status: 500 }));
    const ran = await run(...argv);
    expect(ran.code).toBe(2);
    expect(ran.err).toMatch(message);
    expect(gateway.seen).toEqual([]);
  });
});
