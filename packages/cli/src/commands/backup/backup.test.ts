import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cli, startServer } from '../../../test/fixture.js';

const ID = 'ccu-gateway-nas-20261122T201530Z-0001';
const contents = {
  id: ID,
  bytes: 42,
  created_at: '2026-11-22T20:15:30.000Z',
  sha256: 'a'.repeat(64),
  host: 'nas',
  gateway_version: '1.2.3',
  key_id: null,
  with_key: true,
  parts: [{ name: 'ccu-gateway.db', bytes: 40, schema: 9 }],
};
const entry = { ...contents, parts: ['ccu-gateway.db'], verified_at: '2026-11-22T20:15:31.000Z', problem: null };
const idle = { dir: '/data/backups', busy: null, last: null, restored: null };
const ENV = { CCU_GATEWAY_BACKUP_PASSPHRASE: 'richtig Pferd Batterie' };

describe('backups of a gateway that is named', () => {
  let server: Awaited<ReturnType<typeof startServer>>;
  let asked: { readonly what: string; readonly body: unknown }[];
  let restored: object | null;
  beforeEach(async () => {
    asked = [];
    restored = null;
    server = await startServer((request) => {
      const what = `${request.method} ${request.path.replace('/api/v1/backups/own', '')}`;
      asked.push({ what, body: request.body });
      switch (what) {
        case 'GET ':
          return { body: [entry, { ...entry, id: 'older' }, { ...entry, id: 'broken', problem: 'cut short' }] };
        case 'POST ':
          return { status: 202, body: { id: ID } };
        case 'GET /status': {
          const last = { id: ID, state: 'done', started_at: contents.created_at, done_bytes: 1 };
          return { body: { ...idle, last, restored } };
        }
        case `POST /${ID}/restore`: {
          const isCheck = JSON.stringify(request.body).includes('check_only');
          if (!isCheck) restored = { id: ID, state: 'done', finished_at: contents.created_at, sessions_ended: 2 };
          return {
            status: isCheck ? 200 : 202,
            body: { status: isCheck ? 'checked' : 'restore_signalled', key_restored: false, contents },
          };
        }
        case 'POST /upload':
        case `POST /${ID}/verify`:
          return { body: contents };
        default:
          return { status: 204 };
      }
    });
  });
  afterEach(() => server.close());
  const run = (argv: readonly string[], options: Parameters<typeof cli>[1] = {}) =>
    cli(['backup', ...argv], { ...options, env: { ...server.env, ...options.env } });
  const what = () => asked.map((each) => each.what);

  it('are made by it, with the key only on request, and waited for', async () => {
    const ran = await run(['create', '--with-key', '--with-events', '--without-history'], { env: ENV });
    expect(ran).toMatchObject({ code: 0, out: `${ID}\t42 bytes\tsha256 ${'a'.repeat(64)}\tverified\n` });
    expect(what()).toEqual(['POST ', 'GET /status', 'GET ']);
    expect(asked[0]?.body).toEqual({ passphrase: ENV.CCU_GATEWAY_BACKUP_PASSPHRASE, events: true, history: false });
    await run(['create'], { env: ENV });
    expect(asked[3]?.body).toEqual({});
    expect((await run(['create', '--with-key'])).err).toContain('CCU_GATEWAY_BACKUP_PASSPHRASE');
  });

  it('are listed, verified and thinned out there; an unreadable one is neither counted nor deleted', async () => {
    expect((await run(['list'])).out.split('\n')[2]).toContain('cut short');
    expect((await run(['verify', ID])).out).toContain(`${ID} is whole`);
    expect((await run(['prune', '--keep', '1', '--yes'])).out).toBe('deleted older\n');
    expect(what()).toEqual(['GET ', `POST /${ID}/verify`, 'GET ', 'DELETE /older']);
    expect((await run(['prune', '--yes'])).code).toBe(2);
  });

  it('are checked before a question is asked, and restored after it', async () => {
    expect(await run(['restore', ID, '--dry-run'])).toMatchObject({ code: 0, out: expect.stringContaining('can be') });
    expect((await run(['restore', ID])).code).toBe(2);
    expect(what()).toEqual([`POST /${ID}/restore`, `POST /${ID}/restore`]);
    asked = [];
    const ran = await run(['restore', ID, '--with-key', '--yes', '--json'], { env: ENV });
    expect([ran.code, ran.json().data]).toMatchObject([0, { restored: true, outcome: { sessions_ended: 2 } }]);
    expect(asked.map(({ body }) => body)).toEqual([
      { passphrase: ENV.CCU_GATEWAY_BACKUP_PASSPHRASE, check_only: true },
      { passphrase: ENV.CCU_GATEWAY_BACKUP_PASSPHRASE },
      undefined,
    ]);
  });

  it('that hold a Matter bridge say that there may be one of it', async () => {
    expect((await run(['restore', ID, '--yes'])).err).not.toContain('Matter');
    contents.parts.push({ name: 'matter.db', bytes: 2, schema: 1 });
    const { err } = await run(['restore', ID, '--yes']);
    contents.parts.pop();
    expect(err).toContain('identity of the Matter bridge');
  });

  it('take a file of this machine in before they are restored', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'cli-backup-'));
    writeFileSync(join(dir, 'kept.tar.gz'), 'bytes');
    expect((await run(['restore', 'kept.tar.gz', '--yes'], { cwd: dir })).code).toBe(0);
    expect(what().slice(0, 2)).toEqual(['POST /upload', `POST /${ID}/restore`]);
    expect(await run(['verify', 'kept.tar.gz'], { cwd: dir })).toMatchObject({
      code: 2,
      err: expect.stringContaining('--offline'),
    });
    rmSync(dir, { recursive: true });
  });

  it.each([
    [['list', '--dir', '/x'], '--dir is about files of this machine'],
    [['restore', ID, '--write-config', '/x', '--yes'], '--write-config is about files of this machine'],
    [['restore', ID, '--passphrase-stdin', '--token-stdin', '--yes'], 'standard input holds one secret'],
  ])('refuse %j, and nothing is asked', async (argv, said) => {
    const ran = await run(argv);
    expect([ran.code, asked]).toEqual([2, []]);
    expect(ran.err).toContain(said);
  });
});
