import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { open as openFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cli, dataDir, open } from '../../test/fixture.js';

describe('commands on the database', () => {
  let dir: string;
  let remove: () => void;

  beforeEach(async () => {
    ({ dir, remove } = await dataDir());
  });
  afterEach(() => remove());

  const at = (argv: readonly string[], options: Parameters<typeof cli>[1] = {}) =>
    cli([...argv, '--data-dir', dir], options);
  const addAdmin = () =>
    at(['user', 'add', 'root', '--role', 'admin', '--password-stdin'], { stdin: 'correct horse\n' });

  it('mints a token that is stored only as its hash, lists it and revokes it by a prefix', async () => {
    const minted = await at(['token', 'mint', 'ha', '--role', 'operator', '--json']);
    expect(minted.code).toBe(0);
    const { token, fingerprint, expires_at } = minted.json().data;
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(fingerprint).toBe(createHash('sha256').update(token).digest('hex'));
    expect(Date.parse(expires_at)).toBeGreaterThan(Date.now());

    const listed = await at(['token', 'list', '--json']);
    expect(listed.json().data).toEqual([expect.objectContaining({ fingerprint, subject: 'ha', role: 'operator' })]);
    expect(listed.out).not.toContain(token);

    const revoked = await at(['token', 'revoke', fingerprint.slice(0, 8), '--json']);
    expect(revoked.json()).toMatchObject({ ok: true, data: { fingerprint, revoked: true, via: 'database' } });
    expect((await at(['token', 'list', '--json'])).json().data).toEqual([]);
    expect((await at(['token', 'revoke', fingerprint])).code).toBe(3);
  });

  it('shows the details of one token, and never its secret', async () => {
    const { token, fingerprint } = (await at(['token', 'mint', 'ha', '--role', 'operator', '--json'])).json().data;
    const shown = await at(['token', 'show', fingerprint.slice(0, 8)]);
    expect(shown.out).toMatch(new RegExp(`^fingerprint  ${fingerprint}\\nsubject      ha\\nrole         operator\\n`));
    expect(shown.out).toMatch(/last used {4}never\n$/);
    expect(shown.out).not.toContain(token);
    expect((await at(['token', 'show', fingerprint, '--json'])).json().data).toMatchObject({ subject: 'ha' });
    expect((await at(['token', 'show', 'ffffffff'])).code).toBe(3);
    expect((await at(['token', 'show', 'x'])).code).toBe(2);
  });

  it('prints the versions of the database and of SQLite, with and without one', async () => {
    const { data } = (await at(['version', '--all', '--json'])).json();
    expect(data).toMatchObject({
      node: process.versions.node,
      sqlite: { driver: expect.any(String), version: expect.stringMatching(/^3\.\d+/) },
      database: { schema: expect.any(Number), known_schema: expect.any(Number) },
      gateway: { note: expect.any(String) },
    });
    const empty = await cli(['version', '--all', '--data-dir', join(dir, 'none')]);
    expect(empty).toMatchObject({
      code: 0,
      out: expect.stringMatching(/database {2}there is none in .*knows schema \d+/),
    });
  });

  it('lists the sessions of all users, and ends one or all of a user', async () => {
    const running = await open(dir);
    const session = (digit: string, subject: string) => ({
      idHash: digit.repeat(64),
      principalKey: `local:${subject}`,
      subject,
      scheme: 'session' as const,
      role: 'viewer' as const,
      authEpoch: '',
      createdAt: Date.now(),
      expiresAt: Date.now() + 3_600_000,
      lastSeenAt: null,
      address: '192.0.2.7',
      userAgent: null,
    });
    for (const [digit, subject] of ['1 anna', '2 anna', '3 bob'].map((text) => text.split(' '))) {
      await running.auth.sessions.create(session(digit ?? '', subject ?? ''));
    }
    const ids = async () => (await at(['session', 'list', '--fields', 'id'])).out.split('\n').filter(Boolean).sort();
    expect(await ids()).toEqual(['1', '2', '3'].map((digit) => digit.repeat(16)));
    expect((await at(['session', 'end', '1'.repeat(16)])).code).toBe(0);
    expect((await at(['session', 'end', '1'.repeat(16)])).code).toBe(3);
    expect((await at(['session', 'end', '--subject', 'anna', '--yes'])).code).toBe(0);
    expect(await ids()).toEqual(['3'.repeat(16)]);
    running.close();
    const audited = await at(['audit', '--action', 'session', '--json']);
    expect(audited.json().data).toHaveLength(2);
    expect(audited.json().data).toContainEqual(expect.objectContaining({ action: 'session.revoke', scheme: 'cli' }));
    expect((await at(['audit', '--follow'])).code).toBe(2);
  });

  it('prints the state of a stopped gateway, and its last devices', async () => {
    const running = await open(dir);
    await running.facts.put('started_at', 1_799_999_000_000);
    const scope = { central: 'home', interfaceName: 'HmIP-RF' as const };
    await running.descriptions.saveDevices(scope, [
      { address: 'ABC0001', type: 'HmIP-BDT', children: ['ABC0001:1'], firmware: '1.2.3' },
      { address: 'ABC0001:1', type: 'DIMMER', parent: 'ABC0001' },
    ] as unknown as Parameters<typeof running.descriptions.saveDevices>[1]);
    running.close();
    const status = await at(['status', '--json']);
    expect(status).toMatchObject({ code: 0 });
    expect(status.json().data).toMatchObject({
      running: false,
      database: { state: 'ok' },
      last_start: new Date(1_799_999_000_000).toISOString(),
      users: 0,
    });
    expect((await at(['status'])).out).toMatch(/gateway {5}does not run on .*\ndatabase {4}whole, schema \d+\n/);
    expect((await at(['devices', 'list'])).out).toBe('ABC0001\tHmIP-BDT\tHmIP-RF\thome\t1.2.3\n');
    expect((await at(['devices', 'list', '--central', 'cabin'])).out).toBe('');
    expect((await at(['devices', 'list', '--room', 'Bad'])).code).toBe(2);
    expect((await cli(['status', '--data-dir', join(dir, 'none')])).code).toBe(7);
  });

  it('creates the first administrator from the environment, once', async () => {
    const env = { CCU_GATEWAY_USERNAME: 'anna', CCU_GATEWAY_PASSWORD: 'correct horse' };
    expect((await at(['setup', 'create', '--from-env'], { env: { CCU_GATEWAY_USERNAME: 'anna' } })).err).toMatch(
      /CCU_GATEWAY_PASSWORD is not set/,
    );
    expect((await at(['setup', 'create', '--from-env'], { env: { ...env, CCU_GATEWAY_CCU_HOST: 'ccu' } })).code).toBe(
      2,
    );
    expect((await at(['setup', 'create', '--from-env'], { env })).code).toBe(0);
    expect((await at(['user', 'list'])).out).toMatch(/^anna\tadmin\t/);
    expect((await at(['setup', 'create', '--from-env'], { env })).code).toBe(6);
    expect((await at(['setup', 'create'])).code).toBe(6);
  });

  it('asks at a terminal for the name of the first administrator', async () => {
    const typed = ['\r', 'correct horse\r', 'correct horse\r'];
    const ran = await at(['setup', 'create'], { tty: true, typed });
    expect(ran.code).toBe(0);
    expect(ran.out + ran.err).not.toContain('correct horse');
    expect((await at(['user', 'list'])).out).toMatch(/^admin\tadmin\t/);
  });

  it('prints only the token into a pipe, so that it can be put into a variable', async () => {
    const ran = await at(['token', 'mint', 'ha', '--expires', 'never', '--quiet']);
    expect(ran.out).toMatch(/^[A-Za-z0-9_-]{43}\n$/);
    expect(ran.err).toBe('');
    expect((await at(['token', 'list'])).out).toMatch(/^[0-9a-f]{12}\tha\tviewer\tnever\tnever\n$/);
  });

  it('refuses a role that does not exist with exit 2 and creates nothing', async () => {
    const ran = await at(['token', 'mint', 'ha', '--role', 'root']);
    expect(ran.code).toBe(2);
    expect((await at(['token', 'list'])).out).toBe('');
  });

  it('is seen by a gateway that has the database open, at once, with the change counter moved', async () => {
    const running = await open(dir);
    const { fingerprint } = (await at(['token', 'mint', 'ha', '--json'])).json().data;
    expect(await running.auth.tokens.find(fingerprint)).toMatchObject({ subject: 'ha' });
    const before = await running.auth.changes.current();
    await at(['token', 'revoke', fingerprint]);
    expect(await running.auth.tokens.find(fingerprint)).toBeNull();
    expect(await running.auth.changes.current()).toBeGreaterThan(before);
    running.close();
  });

  it('creates users and changes passwords, stored as hashes only', async () => {
    expect(await addAdmin()).toMatchObject({ code: 0 });
    expect((await addAdmin()).code).toBe(6);
    expect((await at(['user', 'list'])).out).toBe('root\tadmin\tnever\n');
    const changed = await at(['user', 'passwd', 'root'], { env: { CCU_GATEWAY_PASSWORD: 'battery staple' } });
    expect(changed).toMatchObject({ code: 0 });
    expect((await at(['user', 'passwd', 'nobody', '--password-stdin'], { stdin: 'battery staple' })).code).toBe(3);
    expect((await at(['user', 'passwd', 'root', '--password-stdin'], { stdin: 'short' })).code).toBe(2);
    const stored = readFileSync(join(dir, 'ccu-gateway.db'), 'latin1');
    expect(stored).toContain('$argon2id$');
    expect(stored).not.toMatch(/horse|staple/);
  });

  it('asks for a password twice without echo and applies typed corrections', async () => {
    const ran = await at(['user', 'add', 'anna'], { tty: true, typed: ['long enougj\u007fh\r', 'long enough\r'] });
    expect(ran).toMatchObject({ code: 0, rawModes: [true, false, true, false] });
    expect(ran.out + ran.err).not.toContain('long');
    expect(ran.err).toContain('New password: \nAgain: \n');
  });

  it('creates nothing when the two passwords differ or Ctrl-C was pressed', async () => {
    expect(await at(['user', 'add', 'anna'], { tty: true, typed: ['long enough\r', 'other one\r'] })).toMatchObject({
      code: 2,
      err: expect.stringContaining('the two passwords differ'),
    });
    expect((await at(['user', 'add', 'anna'], { tty: true, typed: ['long en\u0003'] })).code).toBe(130);
    // Ctrl-D ends the input only on an empty line, as in a shell.
    expect((await at(['user', 'add', 'anna'], { tty: true, typed: ['\u0004'] })).code).toBe(130);
    expect((await at(['user', 'list'])).out).toBe('');
  });

  it('resets nothing without a confirmation', async () => {
    await addAdmin();
    const declined = await at(['setup', 'reset'], { tty: true, typed: ['\n'] });
    expect(declined).toMatchObject({ code: 2, err: expect.stringContaining('nothing was changed') });
    const left = await at(['setup', 'reset'], { tty: true, typed: ['\u0003'] });
    expect(left).toMatchObject({ code: 130, err: expect.stringContaining('nothing was changed') });
    expect((await at(['user', 'list'])).out).toContain('root');
    expect((await at(['setup', 'reset'], { tty: true, typed: ['y\n'] })).code).toBe(0);
    expect((await at(['user', 'list'])).out).toBe('');
  });

  it('asks for nothing without a terminal', async () => {
    const ran = await at(['user', 'passwd', 'root']);
    expect(ran.code).toBe(2);
    expect(ran.err).toMatch(/--password-stdin/);
    expect((await at(['setup', 'reset'])).err).toMatch(/--yes/);
  });

  it('writes its changes to the audit log, by the name of the system user', async () => {
    await addAdmin();
    const running = await open(dir);
    const entries = await running.audit.query({ limit: 10, offset: 0 });
    running.close();
    expect(entries[0]).toMatchObject({ scheme: 'cli', user: expect.stringMatching(/^cli:/), peer: 'local' });
    expect(JSON.stringify(entries)).not.toContain('horse');
  });

  it('resets access and prints that setup is open', async () => {
    await addAdmin();
    await at(['token', 'mint', 'a', '--role', 'admin']);
    expect((await at(['setup', 'status', '--json'])).json().data).toEqual({
      required: false,
      closed_by: ['local_users', 'admin_tokens'],
    });
    const ran = await at(['setup', 'reset', '--yes', '--json']);
    expect(ran.code).toBe(0);
    expect(ran.json()).toEqual({
      ok: true,
      data: { users: 1, sessions: 0, tokens: 1, required: true, closed_by: [] },
    });
    expect((await at(['setup', 'status'])).out).toContain('setup is open');
  });

  it('prints after a reset the settings that keep setup closed, with exit 6', async () => {
    const running = await open(dir);
    await running.facts.put('setup_obstacles', ['pinned_shut', 'oidc']);
    running.close();
    const ran = await at(['setup', 'reset', '--yes']);
    expect(ran.code).toBe(6);
    expect(ran.out).toMatch(/deleted 0 users/);
    expect(ran.out).toMatch(/allow_first_run_setup is false/);
    expect(ran.out).toMatch(/OIDC/);
  });

  it('creates a database only to store something, and only in a named directory', async () => {
    const empty = mkdtempSync(join(tmpdir(), 'cli-'));
    const fresh = { CCU_GATEWAY_DATA_DIR: join(empty, 'new') };
    const ran = await cli(['token', 'mint', 'a'], { cwd: empty, env: { HOME: empty } });
    expect(ran.code).toBe(3);
    expect(ran.err).toMatch(/fix: name the data directory with --data-dir/);
    expect(existsSync(join(empty, 'var'))).toBe(false);
    for (const argv of [
      ['token', 'list'],
      ['token', 'revoke', 'aaaaaaaa'],
      ['user', 'list'],
      ['user', 'delete', 'anna', '--yes'],
      ['user', 'role', 'anna', 'viewer'],
      ['user', 'passwd', 'anna'],
      ['setup', 'status'],
      ['setup', 'reset', '--yes'],
    ]) {
      expect([argv, (await cli(argv, { env: fresh })).code]).toEqual([argv, 3]);
    }
    expect(existsSync(join(empty, 'new'))).toBe(false);
    expect((await cli(['token', 'mint', 'a'], { env: fresh })).code).toBe(0);
    expect((await cli(['token', 'list'], { env: fresh })).out).toContain('\ta\t');
    rmSync(empty, { recursive: true });
  });

  it('disables a user after asking and enables it again, but never the last administrator', async () => {
    await addAdmin();
    await at(['user', 'add', 'anna', '--password-stdin'], { stdin: 'correct horse\n' });
    expect((await at(['user', 'disable', 'anna'])).err).toMatch(/fix: add --yes/);
    expect((await at(['user', 'disable', 'anna', '--yes', '--json'])).json().data).toEqual({
      username: 'anna',
      disabled: true,
      via: 'database',
    });
    expect((await at(['user', 'list'])).out).toContain('anna\tviewer (disabled)\tnever');
    expect((await at(['user', 'list', '--json'])).json().data).toContainEqual(
      expect.objectContaining({ username: 'anna', disabled_at: expect.stringMatching(/Z$/) }),
    );
    expect(await at(['user', 'enable', 'anna'])).toMatchObject({ code: 0, out: 'anna may sign in again\n' });
    expect((await at(['user', 'list'])).out).toContain('anna\tviewer\tnever');
    expect((await at(['user', 'disable', 'root', '--yes'])).code).toBe(6);
  });

  it('gives a user another role, and deletes one after asking, but never the last administrator', async () => {
    await addAdmin();
    await at(['user', 'add', 'anna', '--password-stdin'], { stdin: 'correct horse\n' });
    expect(await at(['user', 'role', 'anna', 'operator'])).toMatchObject({ code: 0, out: 'anna is operator now\n' });
    expect((await at(['user', 'role', 'anna', 'root'])).code).toBe(2);
    expect((await at(['user', 'role', 'root', 'viewer'])).code).toBe(6);
    expect((await at(['user', 'delete', 'anna'])).err).toMatch(/fix: add --yes/);
    const declined = await at(['user', 'delete', 'anna'], { tty: true, typed: ['n\n'] });
    expect(declined).toMatchObject({ code: 2, err: expect.stringContaining(join(dir, 'ccu-gateway.db')) });
    expect((await at(['user', 'list'])).out).toContain('anna\toperator');
    expect((await at(['user', 'delete', 'anna', '--yes', '--json'])).json().data).toEqual({
      username: 'anna',
      deleted: true,
      via: 'database',
    });
    expect((await at(['user', 'delete', 'anna', '--yes'])).code).toBe(3);
    expect((await at(['user', 'delete', 'root', '--yes'])).code).toBe(6);
    expect((await at(['user', 'list'])).out).toBe('root\tadmin\tnever\n');
  });

  it('names the users where a password has no owner, and asks for one at a terminal', async () => {
    expect(await at(['user', 'passwd'])).toMatchObject({ code: 3, err: expect.stringContaining('user add NAME') });
    await addAdmin();
    const piped = await at(['user', 'passwd', '--password-stdin'], { stdin: 'battery staple\n' });
    expect(piped).toMatchObject({ code: 2, err: expect.stringContaining('There are: root') });
    const hash = async () => {
      const running = await open(dir);
      const user = await running.auth.users.find('root');
      running.close();
      return user?.passwordHash;
    };
    const before = await hash();
    const left = await at(['user', 'passwd'], { tty: true, typed: ['\n'] });
    expect(left).toMatchObject({ code: 2, err: expect.stringContaining('nothing was changed') });
    expect(await hash()).toBe(before);
    const typed = ['root\n', 'battery staple\r', 'battery staple\r'];
    const ran = await at(['user', 'passwd'], { tty: true, typed });
    expect(ran).toMatchObject({ code: 0, err: expect.stringContaining('  root (admin)\n') });
    expect(await hash()).not.toBe(before);
  });

  it('prints a remedy when the database cannot be used', async () => {
    const file = await openFile(join(dir, 'ccu-gateway.db'), 'r+');
    // The schema version of an SQLite file stands at byte 60.
    await file.write(Buffer.from([0, 0, 3, 231]), 0, 4, 60);
    await file.close();
    const newer = await at(['token', 'list', '--json']);
    expect(newer.code).toBe(6);
    expect(newer.json().error).toMatchObject({ code: 'storage_schema_newer', fix: expect.any(String) });
    writeFileSync(join(dir, 'ccu-gateway.db'), 'rubbish'.repeat(100));
    expect((await at(['token', 'list', '--json'])).json().error.code).toBe('storage_unavailable');
  });

  it('shows names without their control characters', async () => {
    const running = await open(dir);
    await running.auth.users.create({
      account: 'e\u001b[31mve\u202e',
      role: 'viewer',
      passwordHash: 'x',
      generation: 1,
      createdAt: 0,
      lastSeenAt: null,
      disabledAt: null,
    });
    running.close();
    const ran = await at(['user', 'list']);
    expect(ran.out).toBe('e\uFFFD[31mve\uFFFD\tviewer\tnever\n');
  });

  it('aligns a table with a header for people', async () => {
    await addAdmin();
    const ran = await at(['user', 'list', '--no-color'], { tty: true });
    expect(ran.out).toBe('USER  ROLE   LAST SEEN\nroot  admin  never\n');
  });
});
